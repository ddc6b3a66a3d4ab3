import { amplify } from './loudness.ts';
import { maskVoice } from './mask-voice.ts';
import type { MaskOptions } from './mask-voice.ts';
import type { VoiceFilterId } from './voice-filter.ts';

/**
 * Masks a voice. Pure: the input is left as it is, and the same input gives the same output.
 *
 * `original` gives a copy. All others give a clip at the same rate whose peak is 0.9 (or less,
 * where that would take more than four times the gain), chipmunk and deep then raised by 1.3 and
 * clipped to ±1. Chipmunk is shorter than the input (by 1.3), deep longer (by 1/0.85), and echo has
 * 0.36 s of tail.
 *
 * @param samples full scale at ±1.
 * @param sampleRate in Hz.
 * @throws {RangeError} when a sample is not finite.
 */
export function transformVoice(
  samples: Float32Array,
  sampleRate: number,
  filter: VoiceFilterId,
  options?: MaskOptions,
): Float32Array<ArrayBuffer> {
  const copy = new Float32Array(samples);
  if (filter === 'original') return copy;
  const masked = maskVoice(copy, sampleRate, filter, options);
  amplify(masked.samples, masked.gain);
  return masked.samples;
}
