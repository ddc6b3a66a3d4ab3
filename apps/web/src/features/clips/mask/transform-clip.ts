import { CancelledError } from '@tanstack/react-query';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { logFailure } from '#lib/log.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { fromBase64, toBase64 } from './base64.ts';
import type { Clip } from '#features/clips/take/take.ts';
import { asClip, runVoiceJob } from './run-voice-job.ts';

export interface TransformedClip {
  clip: Clip;
  /** What applied the filter. `original` means that neither device nor server could: the clip is unmasked. */
  by: 'device' | 'server' | 'original';
}

/** Timeout for the server, in milliseconds. Request and response are some 7 MB each. */
const SERVER_TIMEOUT_MS = 60_000;

/**
 * Applies a voice filter on this device. If that fails, the unmasked clip is sent to the server, which
 * applies it; if that fails too, the result is the original clip with `by: 'original'`.
 *
 * @param client null if the unmasked clip must not leave the device
 * @param maskOnDevice applies the filter; rejects with a CancelledError when the take was deleted
 * @throws the signal's reason when it aborts; the CancelledError
 */
export async function transformClip(
  client: SupabaseClient | null,
  original: Clip,
  filterId: VoiceFilterId,
  maskOnDevice: () => Promise<Clip>,
  signal: AbortSignal,
): Promise<TransformedClip> {
  const maskers: ['device' | 'server', () => Promise<Clip>][] = [['device', maskOnDevice]];
  if (client) maskers.push(['server', () => maskOnServer(client, original, filterId, signal)]);
  for (const [by, mask] of maskers) {
    try {
      return { clip: await mask(), by };
    } catch (cause) {
      signal.throwIfAborted();
      if (cause instanceof CancelledError) throw cause;
      logFailure(`The filter ${filterId} could not be applied by the ${by}.`, cause);
    }
  }
  return { clip: original, by: 'original' };
}

/** The response of the function `voice-transform` (spec, section 7). */
interface VoiceTransformResponse {
  success?: boolean;
  /** Base64. */
  audioData?: string;
  mimeType?: string;
}

async function maskOnServer(
  client: SupabaseClient,
  original: Clip,
  filterId: VoiceFilterId,
  signal: AbortSignal,
): Promise<Clip> {
  const functions = await client.functions();
  const { data, error } = await functions.invoke<VoiceTransformResponse>('voice-transform', {
    body: { audioData: await toBase64(original.wav), filterId },
    signal,
    timeout: SERVER_TIMEOUT_MS,
  });
  if (error) throw error;
  if (data?.success !== true || !data.audioData) throw new Error('The server sent no audio.');
  const wav = new Blob([fromBase64(data.audioData)], { type: 'audio/wav' });
  return asClip(await runVoiceJob({ kind: 'measure', wav }, signal));
}
