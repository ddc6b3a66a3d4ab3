import { exp, log } from '../exact-math.ts';
import { BINS, FRAME, RATE } from './frames.ts';

/**
 * The number of bands of an envelope. Fewer hide no more and blur the formants: with 22, intelligibility
 * falls by 2 %.
 */
export const BANDS = 32;

/** The frequency range that carries words, in Hz. */
const LOWEST = 90;
const HIGHEST = 7400;

/** The mel scale, on which equal steps sound equal (O'Shaughnessy 1987). */
const mel = (hertz: number) => 1127 * log(1 + hertz / 700);
const hertz = (mels: number) => 700 * (exp(mels / 1127) - 1);

/** The edges of the bands, as fractional bins. Each edge is also the centre of a neighbour. */
const EDGES = Float64Array.from({ length: BANDS + 2 }, (_, index) => {
  const mels = mel(LOWEST) + ((mel(HIGHEST) - mel(LOWEST)) * index) / (BANDS + 1);
  return (hertz(mels) * FRAME) / RATE;
});

/** Attenuation from bin to bin outside of the bands, as the logarithm of power. */
const FALL_BELOW = 0.8;
const FALL_ABOVE = 0.3;

/** Triangular weights of each band, reaching from one neighbour's centre to the other's. */
const TRIANGLES = Array.from({ length: BANDS }, (_, band) => {
  const [low, center, high] = [EDGES[band]!, EDGES[band + 1]!, EDGES[band + 2]!];
  const first = Math.ceil(low);
  const weights = Float64Array.from({ length: Math.ceil(high) - first }, (_, i) => {
    const bin = first + i;
    return bin < center ? (bin - low) / (center - low) : (high - bin) / (high - center);
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return { first, weights: weights.map((weight) => weight / sum) };
});

/** The mean power of each band of a spectrum. @param offset where the bands are written */
export function bandPowers(powers: Float64Array, bands: Float64Array, offset: number): void {
  for (let band = 0; band < BANDS; band++) {
    const { first, weights } = TRIANGLES[band]!;
    let sum = 0;
    for (let i = 0; i < weights.length; i++) sum += weights[i]! * powers[first + i]!;
    bands[offset + band] = sum;
  }
}

/** For each bin, the band below it and its fractional distance to the next: negative or above 1 outside of the bands. */
const PLACES = Array.from({ length: BINS }, (_, bin) => {
  let band = 0;
  while (band < BANDS - 2 && EDGES[band + 2]! < bin) band++;
  return { band, share: (bin - EDGES[band + 1]!) / (EDGES[band + 2]! - EDGES[band + 1]!) };
});

/** Interpolates the log powers of the bands linearly to each bin. */
export function spreadBands(bands: Float64Array, bins: Float64Array): void {
  for (let bin = 0; bin < BINS; bin++) {
    const { band, share } = PLACES[bin]!;
    const within = Math.min(1, Math.max(0, share));
    const level = bands[band]! + (bands[band + 1]! - bands[band]!) * within;
    const below = Math.max(0, EDGES[1]! - bin) * FALL_BELOW;
    const above = Math.max(0, bin - EDGES[BANDS]!) * FALL_ABOVE;
    bins[bin] = level - below - above;
  }
}
