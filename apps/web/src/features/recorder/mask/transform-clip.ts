import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { logFailure } from '#lib/log.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { fromBase64, toBase64 } from './base64.ts';
import type { Clip } from '#features/recorder/take/take.ts';
import { runVoiceJob } from './run-voice-job.ts';

/** A clip after its filter, and what applied the filter: `original` means that neither server nor device could. */
export interface TransformedClip {
  clip: Clip;
  by: 'server' | 'device' | 'original';
}

/** How long the server may take before the device, which needs less than a second, applies the filter. */
const SERVER_TIMEOUT_MS = 6_000;

/**
 * Applies a voice filter on the server; where that fails, on this device; where that fails too, the
 * result is the original clip with `by: 'original'`.
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

/** The response of the function `voice-transform` (spec, section 7). */
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
    timeout: SERVER_TIMEOUT_MS,
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
