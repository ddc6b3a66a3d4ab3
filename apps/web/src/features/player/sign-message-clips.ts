import { SIGNED_MESSAGE_CLIPS_MAX } from '@undertone/domain/limits';
import type { SupabaseClient } from '#lib/supabase.ts';

/** Timeout of a request, in milliseconds. */
const TIMEOUT_MS = 15_000;

/**
 * Requests the URLs of the clips of messages.
 *
 * @returns URLs by the messages' ids, without those that the caller may not play
 */
export async function signMessageClips(
  client: SupabaseClient,
  messages: readonly string[],
): Promise<Map<string, string>> {
  const functions = await client.functions();
  const urls = new Map<string, string>();
  for (let start = 0; start < messages.length; start += SIGNED_MESSAGE_CLIPS_MAX) {
    const page = messages.slice(start, start + SIGNED_MESSAGE_CLIPS_MAX);
    const { data, error } = await functions.invoke<{ urls: Record<string, string> }>(
      'message-clips',
      { body: { messages: page }, timeout: TIMEOUT_MS },
    );
    if (error) throw error;
    for (const [id, path] of Object.entries(data?.urls ?? {})) {
      // Relative to the API.
      urls.set(id, new URL(path, client.settings.supabaseUrl).href);
    }
  }
  return urls;
}
