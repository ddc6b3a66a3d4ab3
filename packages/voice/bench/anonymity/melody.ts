import { resample } from '../../src/resample.ts';

/** The melody of a clip, at one value each 10 ms: Hz where it is voiced, 0 where it is not. */
type Melody = Float32Array;

/** The rate to which the clip is resampled first, which is enough for pitches. */
const RATE = 4000;
const STEP = RATE / 100;
const WINDOW = 0.03 * RATE;

/** The lags of 60 to 420 Hz. */
const SHORTEST_LAG = Math.floor(RATE / 420);
const LONGEST_LAG = Math.ceil(RATE / 60);

/** The minimum correlation of neighbouring periods in voiced sounds. */
const VOICED = 0.6;

/** Prefers the shorter of two lags that match equally, since the longer one is two periods. */
const PREFERENCE = 0.0025;

/** A power this far below the clip's loud moments counts as silence: 35 dB. */
const SILENT = 10 ** -3.5;

/** The pitch by normalised cross-correlation (as in Talkin 1995, without his path search). */
export function melodyOf(samples: Float32Array, sampleRate: number): Melody {
  const low = resample(samples, sampleRate, RATE, 16);
  const count = Math.max(1, Math.floor(low.length / STEP));
  const padded = new Float32Array(low.length + 2 * WINDOW + LONGEST_LAG);
  padded.set(low, WINDOW / 2);
  const powers = Float64Array.from({ length: count }, (_, i) => energyAt(padded, i * STEP));
  const loud = powers.toSorted()[Math.floor(0.95 * (count - 1))]!;
  return Float32Array.from({ length: count }, (_, i) =>
    powers[i]! > SILENT * loud && powers[i]! > 0 ? pitchAt(padded, i * STEP) : 0,
  );
}

function energyAt(samples: Float32Array, start: number): number {
  let energy = 0;
  for (let i = start; i < start + WINDOW; i++) energy += samples[i]! * samples[i]!;
  return energy;
}

function pitchAt(samples: Float32Array, start: number): number {
  const likeness = new Float64Array(LONGEST_LAG + 1);
  const energy = energyAt(samples, start);
  let delayed = energyAt(samples, start + SHORTEST_LAG);
  let best = 0;
  let bestScore = -1;
  for (let lag = SHORTEST_LAG; lag <= LONGEST_LAG; lag++) {
    let product = 0;
    for (let i = start; i < start + WINDOW; i++) product += samples[i]! * samples[i + lag]!;
    likeness[lag] = product / Math.sqrt(energy * delayed + 1e-20);
    delayed += samples[start + lag + WINDOW]! ** 2 - samples[start + lag]! ** 2;
    const score = likeness[lag]! - PREFERENCE * lag;
    if (score > bestScore) {
      bestScore = score;
      best = lag;
    }
  }
  if (likeness[best]! < VOICED) return 0;
  if (best === SHORTEST_LAG || best === LONGEST_LAG) return 0;
  const [before, at, after] = [likeness[best - 1]!, likeness[best]!, likeness[best + 1]!];
  const curvature = before - 2 * at + after;
  const offset = curvature < 0 ? (0.5 * (before - after)) / curvature : 0;
  return RATE / (best + Math.max(-0.5, Math.min(0.5, offset)));
}
