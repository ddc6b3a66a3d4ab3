import type { VoiceFilterId } from './filter-ids.ts';
import { filterInPlace, type FilterOptions } from './filter-samples.ts';
import { readWav } from './read-wav.ts';
import { writeWav } from './write-wav.ts';

/**
 * Filters the voice in a WAV file: any that `readWav` reads in, 16-bit mono at the same rate out.
 * Sounds as `filterSamples` makes it.
 *
 * @throws {WavError} when the bytes are no WAV file, or one that cannot be read.
 */
export function filterWav(
  bytes: Uint8Array,
  id: VoiceFilterId,
  options?: FilterOptions,
): Uint8Array<ArrayBuffer> {
  const { samples, sampleRate } = readWav(bytes);
  // The gain is applied as the file is written, which saves a pass over the clip.
  const filtered = filterInPlace(samples, sampleRate, id, options);
  return writeWav(filtered.samples, sampleRate, filtered.gain);
}
