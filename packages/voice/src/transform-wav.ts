import { maskVoice } from './mask-voice.ts';
import type { MaskOptions } from './mask-voice.ts';
import { readWav } from './read-wav.ts';
import type { VoiceFilterId } from './voice-filter.ts';
import { writeWav } from './write-wav.ts';

/**
 * Masks the voice in a WAV file: any that `readWav` reads in, 16-bit mono at the same rate out.
 * Sounds as `transformVoice` makes it.
 *
 * @throws {WavError} when the bytes are no WAV file, or one that cannot be read.
 */
export function transformWav(
  bytes: Uint8Array,
  filter: VoiceFilterId,
  options?: MaskOptions,
): Uint8Array<ArrayBuffer> {
  const { samples, sampleRate } = readWav(bytes);
  if (filter === 'original') return writeWav(samples, sampleRate);
  // The gain is applied as the file is written: one pass less over the whole clip.
  const masked = maskVoice(samples, sampleRate, filter, options);
  return writeWav(masked.samples, sampleRate, masked.gain);
}
