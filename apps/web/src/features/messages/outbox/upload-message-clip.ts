import { FunctionsClient, FunctionsHttpError } from '@supabase/functions-js';
import { accessTokenOf } from '#features/clips/upload/access-token.ts';
import { errorCode, errorMessage } from '#lib/backend-error.ts';
import { fetchWithProgress } from '#lib/fetch-with-progress.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import type { OutgoingClip } from './outbox-store.ts';

/**
 * Uploads the clip of a message by its id. A clip that the server has already is not stored again, so an upload
 * whose response was lost is repeated.
 *
 * @param userId the account that has written the message
 * @throws an error with a `code` when the server refuses the clip; without one when it did not respond
 */
export async function uploadMessageClip(
  client: SupabaseClient,
  userId: string,
  { id, audio, type, waveform, filter }: OutgoingClip,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const { supabaseUrl, publishableKey } = client.settings;
  const token = await accessTokenOf(client, userId);
  const functions = new FunctionsClient(`${supabaseUrl.replace(/\/$/, '')}/functions/v1`, {
    headers: { apikey: publishableKey, Authorization: `Bearer ${token}` },
    customFetch: fetchWithProgress({ signal }),
  });
  const form = new FormData();
  form.set('id', id);
  form.set('filter', filter);
  form.set('waveform', JSON.stringify(waveform));
  form.set('audio', new Blob([audio], { type }));
  const { error } = await functions.invoke('message-clips', { body: form });
  signal.throwIfAborted();
  if (error) throw await refusalOf(error);
}

/** Statuses of a server that did not respond, and of an access token that has ended. */
const isTemporary = (status: number) => status >= 500 || status === 401;

/** The server's refusal with its code and words; the error itself when it may succeed later. */
async function refusalOf(error: unknown): Promise<unknown> {
  const response: unknown = error instanceof FunctionsHttpError && error.context;
  if (!(response instanceof Response) || isTemporary(response.status)) return error;
  const refusal: unknown = await response.json();
  const code = errorCode(refusal);
  return code === undefined ? error : Object.assign(new Error(errorMessage(refusal)), { code });
}
