import { BUCKET } from '@undertone/domain/object-path';
import type { SupabaseClient } from './supabase.ts';

/**
 * Signs the URLs of any number of objects in one request.
 *
 * @param paths paths in the bucket
 * @param expiresIn seconds
 * @param bucket by default that of drops
 * @returns URLs by path, without objects that are gone or that the caller may not read
 */
export async function signObjects(
  client: SupabaseClient,
  paths: readonly string[],
  expiresIn: number,
  bucket = BUCKET,
): Promise<Map<string, string>> {
  const storage = await client.storage();
  const { data, error } = await storage.from(bucket).createSignedUrls([...paths], expiresIn);
  if (error) throw error;

  const urls = new Map<string, string>();
  for (const { path, signedUrl, error: refusal } of data) {
    if (path && signedUrl && !refusal) urls.set(path, signedUrl);
  }
  return urls;
}
