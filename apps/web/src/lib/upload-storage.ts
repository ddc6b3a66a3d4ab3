import { StorageClient } from '@supabase/storage-js';
import { fetchWithProgress } from './fetch-with-progress.ts';
import type { SupabaseClient } from './supabase.ts';

interface UploadOptions {
  /** Whose upload it is. */
  accessToken: string;
  signal?: AbortSignal;
  /** Told the share that has been sent, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** The stored files, for one upload: what `supabase.storage` asks is given up after a time, an upload when it stalls. */
export function uploadStorage(
  client: SupabaseClient,
  { accessToken, ...options }: UploadOptions,
): StorageClient {
  const { supabaseUrl, publishableKey } = client.settings;
  return new StorageClient(
    `${supabaseUrl.replace(/\/$/, '')}/storage/v1`,
    { apikey: publishableKey, Authorization: `Bearer ${accessToken}` },
    fetchWithProgress(options),
  );
}
