import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { logFailure } from '#lib/log.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { fromBase64, toBase64 } from './base64.ts';
import type { Clip } from '#features/recorder/take/clip.ts';
import { runVoiceJob } from './run-voice-job.ts';

/** A clip after its filter, and who applied it: `original` means that no one could. */
export interface TransformedClip {
  clip: Clip;
  by: 'server' | 'device' | 'original';
}

/** After this long the device, which needs well under a second, does it itself. In milliseconds. */
const SERVER_TIMEOUT = 6_000;

/**
 * Masks the voice of a take: by the server; where that fails, on this device;
 * where that fails too, the take stays as it was spoken and `by` says so.
 *
 * @throws only the signal's reason, once that aborts
 */
export async function transformClip(
  client: SupabaseClient,
  original: Clip,
  filterId: VoiceFilterId,
  signal: AbortSignal,
): Promise<TransformedClip> {
  const ways = [
    ['server', (...job: Parameters<typeof transformOnDevice>) => transformOnServer(client, ...job)],
    ['device', transformOnDevice],
  ] as const;
  for (const [by, transform] of ways) {
    try {
      return { clip: await transform(original, filterId, signal), by };
    } catch (cause) {
      signal.throwIfAborted();
      logFailure(`The filter ${filterId} could not be applied by the ${by}.`, cause);
    }
  }
  return { clip: original, by: 'original' };
}

/** What the function `voice-transform` answers with (spec, section 7). */
interface VoiceTransformAnswer {
  success?: boolean;
  /** Base64. */
  audioData?: string;
  mimeType?: string;
}

async function transformOnServer(
  client: SupabaseClient,
  original: Clip,
  filterId: VoiceFilterId,
  signal: AbortSignal,
): Promise<Clip> {
  const functions = await client.functions();
  const { data, error } = await functions.invoke<VoiceTransformAnswer>('voice-transform', {
    body: { audioData: await toBase64(original.wav), filterId },
    signal,
    timeout: SERVER_TIMEOUT,
  });
  if (error) throw error;
  if (data?.success !== true || !data.audioData) throw new Error('The server sent no audio.');
  return runVoiceJob({ kind: 'measure', wav: fromBase64(data.audioData).buffer }, signal);
}

async function transformOnDevice(
  original: Clip,
  filterId: VoiceFilterId,
  signal: AbortSignal,
): Promise<Clip> {
  const wav = await original.wav.arrayBuffer();
  return runVoiceJob({ kind: 'transform', wav, filterId }, signal);
}
