import { DOWNLOAD_URL_SECONDS } from '@undertone/domain/signed-urls';
import { mixToMono } from '@undertone/voice/mix-to-mono';
import { DECODED_RATE, decodeAudio } from '#lib/decode-audio.ts';
import { signObjects } from '#lib/sign-objects.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/**
 * Reads a part of a clip's sound.
 *
 * @param audioPath path in the bucket
 * @param start seconds
 * @param length seconds; less is returned at the end of the clip
 * @returns one channel at `DECODED_RATE`
 * @throws when the viewer may not read it, or the browser cannot decode it
 */
export async function readSound(
  client: SupabaseClient,
  audioPath: string,
  { start, length }: { start: number; length: number },
  signal: AbortSignal,
): Promise<Float32Array<ArrayBuffer>> {
  const url = (await signObjects(client, [audioPath], DOWNLOAD_URL_SECONDS)).get(audioPath);
  if (url === undefined) throw new Error(`There is no audio at ${audioPath}.`);
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`The audio was answered with ${response.status}.`);
  const decoded = await decodeAudio(await response.arrayBuffer());
  const channels = Array.from({ length: decoded.numberOfChannels }, (_, channel) =>
    decoded.getChannelData(channel).subarray(start * DECODED_RATE, (start + length) * DECODED_RATE),
  );
  return mixToMono(channels);
}
