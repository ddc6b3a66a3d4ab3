import { CancelledError } from '@tanstack/react-query';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { logFailure } from '#lib/log.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { fromBase64, toBase64 } from './base64.ts';
import type { Clip } from '#features/recorder/take/take.ts';
import { asClip, runVoiceJob } from './run-voice-job.ts';

/** A clip after its filter, and what applied the filter: `original` means that neither device nor server could. */
export interface TransformedClip {
  clip: Clip;
  by: 'device' | 'server' | 'original';
}

/** How long the server may take with a take and its answer, of some 7 MB each, in milliseconds. */
const SERVER_TIMEOUT_MS = 60_000;

/**
 * Applies a voice filter on this device; where that fails, on the server; where that fails too, the
 * result is the original clip with `by: 'original'`. The unmasked take leaves the device in no other case
 * than the second.
 *
 * @param maskOnDevice applies the filter; rejects with a CancelledError when the take is gone
 * @throws the signal's reason once that aborts; the CancelledError
 */
export async function transformClip(
  client: SupabaseClient,
  original: Clip,
  filterId: VoiceFilterId,
  maskOnDevice: () => Promise<Clip>,
  signal: AbortSignal,
): Promise<TransformedClip> {
  const ways = [
    ['device', maskOnDevice],
    ['server', () => maskOnServer(client, original, filterId, signal)],
  ] as const;
  for (const [by, mask] of ways) {
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
interface VoiceTransformAnswer {
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
  const { data, error } = await functions.invoke<VoiceTransformAnswer>('voice-transform', {
    body: { audioData: await toBase64(original.wav), filterId },
    signal,
    timeout: SERVER_TIMEOUT_MS,
  });
  if (error) throw error;
  if (data?.success !== true || !data.audioData) throw new Error('The server sent no audio.');
  const wav = new Blob([fromBase64(data.audioData)], { type: 'audio/wav' });
  return asClip(await runVoiceJob({ kind: 'measure', wav }, signal));
}
