import { integratedLoudness, weigh } from './integrated-loudness.ts';
import { truePeakLevel } from './true-peak.ts';

export type Loudness = {
  /** In LUFS; -Infinity for a clip that is silent or empty. */
  integrated: number;
  /** The greatest magnitude, also between samples, in dB of full scale; -Infinity for silence. */
  truePeak: number;
};

/**
 * Measures how loud a clip of one channel is, as ITU-R BS.1770-4 and EBU R 128 define it.
 *
 * One channel counts as one: a mono clip reads 3 LU less than the same sound from two loudspeakers.
 *
 * @param samples full scale at ±1.
 * @param sampleRate in Hz, at least 8000.
 * @throws {RangeError} at a lower rate.
 */
export function measureLoudness(samples: Float32Array, sampleRate: number): Loudness {
  return {
    integrated: integratedLoudness(weigh(samples, sampleRate), sampleRate),
    truePeak: 20 * Math.log10(truePeakLevel(samples)),
  };
}
