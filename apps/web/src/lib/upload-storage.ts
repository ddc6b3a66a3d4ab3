import { StorageClient } from '@supabase/storage-js';
import { fetchWithProgress } from './fetch-with-progress.ts';
import type { SupabaseClient } from './supabase.ts';

interface UploadOptions {
  /** The access token of the uploading user. */
  accessToken: string;
  signal?: AbortSignal;
  /** Called with the share that has been sent, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** A storage client for one upload, which has no time limit as `client.storage` has, but is aborted when it stalls. */
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
