import { levelLoudness } from './level-loudness.ts';
import { measurePeaks } from './peaks.ts';
import { writeMp3, type Mp3Encoder } from './write-mp3.ts';
import { writeWav } from './write-wav.ts';

/** A clip as it is posted. */
export type EncodedVoice = {
  bytes: Uint8Array<ArrayBuffer>;
  type: 'audio/mpeg' | 'audio/wav';
  /** In seconds, of the audible part. */
  duration: number;
  /** The waveform of the audible part, by `measurePeaks`, as it was before it was levelled. */
  peaks: number[];
};

/**
 * Makes the clip that is posted from a masked voice: levelled by `levelLoudness`, then an MP3 file,
 * or a 16-bit WAV file where there is no encoder. Pure: the input is left as it is.
 *
 * @param samples one channel, full scale at ±1.
 * @param sampleRate in Hz, a whole number of at least 8000.
 * @param encoder nothing where MP3 cannot be encoded.
 * @throws {RangeError} when a sample is not finite.
 */
export function encodeVoice(
  samples: Float32Array,
  sampleRate: number,
  encoder: Mp3Encoder | null,
): EncodedVoice {
  const levelled = levelLoudness(samples, sampleRate);
  const outline = { duration: levelled.length / sampleRate, peaks: measurePeaks(samples) };
  if (!encoder) return { bytes: writeWav(levelled, sampleRate), type: 'audio/wav', ...outline };
  return { bytes: writeMp3(levelled, sampleRate, encoder), type: 'audio/mpeg', ...outline };
}
