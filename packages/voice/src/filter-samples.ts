import { SPEED_BOOST } from './change-speed.ts';
import type { VoiceFilterId } from './filter-ids.ts';
import { chipmunk } from './filters/chipmunk.ts';
import { deep } from './filters/deep.ts';
import { echo } from './filters/echo.ts';
import { megaphone } from './filters/megaphone.ts';
import { robot } from './filters/robot.ts';
import { veil } from './filters/veil.ts';
import { vintage } from './filters/vintage.ts';
import { amplify, normalizingGain } from './gain.ts';

export type FilterOptions = {
  /** Seed of Vintage Radio's noise: the same seed gives the same samples. */
  seed?: number;
  /**
   * Seed of Veil, which requires it: four words (128 bits) from a secure source, new for each clip and not
   * stored. The same words give the same samples.
   */
  random?: Uint32Array;
  /** Called with the completed share of the work, from 0 to 1. Only Veil reports progress. */
  onProgress?: (share: number) => void;
};

const DEFAULT_SEED = 1;

type Samples = Float32Array<ArrayBuffer>;

type Filter = (samples: Samples, sampleRate: number, options: FilterOptions) => Samples;

/** The filters by their ids, and the factor by which each is raised above its normal loudness. */
const FILTERS: Record<Exclude<VoiceFilterId, 'original'>, { filter: Filter; boost: number }> = {
  veil: {
    filter: (samples, sampleRate, { random, onProgress }) => {
      if (!random) throw new RangeError('Veil needs 128 random bits: options.random.');
      return veil(samples, sampleRate, random, onProgress);
    },
    boost: 1,
  },
  chipmunk: { filter: chipmunk, boost: SPEED_BOOST },
  deep: { filter: deep, boost: SPEED_BOOST },
  robot: { filter: robot, boost: 1 },
  echo: { filter: echo, boost: 1 },
  vintage: {
    filter: (samples, sampleRate, { seed = DEFAULT_SEED }) => vintage(samples, sampleRate, seed),
    boost: 1,
  },
  megaphone: { filter: megaphone, boost: 1 },
};

/**
 * Filters a voice without setting its loudness: the caller multiplies by `gain` and clips at ±1, in
 * a pass over the samples that it makes anyway.
 *
 * @param samples are changed: some filters work in place. `original` returns them as they are.
 * @throws {RangeError} when a sample is not finite, or `veil` is not given `random`.
 */
export function filterInPlace(
  samples: Samples,
  sampleRate: number,
  id: VoiceFilterId,
  options: FilterOptions = {},
): { samples: Samples; gain: number } {
  if (id === 'original') return { samples, gain: 1 };
  const { filter, boost } = FILTERS[id];
  const filtered = filter(samples, sampleRate, options);
  return { samples: filtered, gain: normalizingGain(filtered) * boost };
}

/**
 * Filters a voice. Pure: the input is left as it is, and the same input gives the same output.
 *
 * `original` gives a copy. All others give a clip at the same rate whose peak is 0.9 (or less,
 * where that would take more than four times the gain), chipmunk and deep then raised by 1.3 and
 * clipped to ±1. Chipmunk is shorter than the input (by 1.3), deep longer (by 1/0.85), veil up to 10 %
 * shorter or longer, and echo has 0.36 s of tail.
 *
 * @param samples full scale at ±1.
 * @param sampleRate in Hz.
 * @throws {RangeError} when a sample is not finite, or `veil` is not given `random`.
 */
export function filterSamples(
  samples: Float32Array,
  sampleRate: number,
  id: VoiceFilterId,
  options?: FilterOptions,
): Samples {
  const copy = new Float32Array(samples);
  if (id === 'original') return copy;
  const filtered = filterInPlace(copy, sampleRate, id, options);
  amplify(filtered.samples, filtered.gain);
  return filtered.samples;
}
