import { evenCenters, spectrogramAt, type Spectrogram } from './spectrogram.ts';

/** Mel cepstra of a clip: `count` rows of `CEPSTRUM_SIZE` coefficients, the level first. */
export type Cepstra = { rows: Float32Array; count: number };

/** From the level to the finest detail of the envelope that twenty-eight mel bands show reliably. */
export const CEPSTRUM_SIZE = 20;

/** The length of a frame and the distance between two, in seconds, as in speech recognition. */
const FRAME = 0.025;
const STEP = 0.01;

const BANDS = 28;

/** The factor from the first coefficient, the level, to the mean of the bands' natural logarithms. */
export const LEVEL_SCALE = 1 / Math.sqrt(BANDS);

const LOWEST = 80;
const HIGHEST = 7600;

/** A band this far below the clip's strongest one counts as silence: 70 dB. */
const FLOOR = 1e-7;

const melOf = (frequency: number) => 1127 * Math.log(1 + frequency / 700);
const frequencyOf = (mel: number) => 700 * (Math.exp(mel / 1127) - 1);

/** Frames' spectra as `melCepstra` takes them. @param step from one frame to the next, in seconds */
export function speechSpectrogram(
  samples: Float32Array,
  sampleRate: number,
  step = STEP,
): Spectrogram {
  return spectrogramAt(samples, sampleRate, {
    centers: evenCenters(samples.length, step * sampleRate),
    length: Math.round(FRAME * sampleRate),
    preEmphasis: true,
  });
}

/**
 * Mel cepstra (Davis and Mermelstein 1980).
 *
 * @param warp the frequency at which the value for a frequency is read, both in Hz; undoes a change of the envelope
 */
export function melCepstra(
  { powers, count, bins, binWidth }: Spectrogram,
  warp: (frequency: number) => number = (frequency) => frequency,
): Cepstra {
  const bands = makeBands(bins, binWidth, warp);
  const levels = new Float64Array(count * BANDS);
  let strongest = 0;
  for (let frame = 0; frame < count; frame++) {
    for (let band = 0; band < BANDS; band++) {
      const { first, weights } = bands[band]!;
      const start = frame * bins + first;
      let sum = 0;
      for (let i = 0; i < weights.length; i++) sum += powers[start + i]! * weights[i]!;
      levels[frame * BANDS + band] = sum;
      strongest = Math.max(strongest, sum);
    }
  }
  const floor = Math.max(strongest * FLOOR, Number.MIN_VALUE);
  for (let i = 0; i < levels.length; i++) levels[i] = Math.log(Math.max(levels[i]!, floor));
  return { rows: cosineTransform(levels, count), count };
}

/** Triangles that are evenly wide on the mel scale, with a sum of weights of one. */
function makeBands(bins: number, binWidth: number, warp: (frequency: number) => number) {
  const width = (melOf(HIGHEST) - melOf(LOWEST)) / (BANDS + 1);
  const edges = Array.from({ length: BANDS + 2 }, (_, i) =>
    warp(frequencyOf(melOf(LOWEST) + i * width)),
  );
  return Array.from({ length: BANDS }, (_, band) => {
    const [low, middle, high] = [edges[band]!, edges[band + 1]!, edges[band + 2]!];
    const first = Math.min(bins - 1, Math.ceil(low / binWidth));
    const last = Math.min(bins - 1, Math.max(first, Math.floor(high / binWidth)));
    const weights = Float64Array.from({ length: last - first + 1 }, (_, i) => {
      const frequency = (first + i) * binWidth;
      const rising = (frequency - low) / (middle - low);
      const falling = (high - frequency) / (high - middle);
      return Math.max(0, Math.min(rising, falling));
    });
    const sum = weights.reduce((total, weight) => total + weight, 0);
    // A band narrower than a bin, or above the clip's band, reads the nearest one.
    if (sum === 0) weights[0] = 1;
    return { first, weights: weights.map((weight) => weight / (sum || 1)) };
  });
}

const COSINES = Float64Array.from({ length: CEPSTRUM_SIZE * BANDS }, (_, i) => {
  const order = Math.floor(i / BANDS);
  return (
    Math.cos((Math.PI * order * ((i % BANDS) + 0.5)) / BANDS) *
    Math.sqrt((order === 0 ? 1 : 2) / BANDS)
  );
});

function cosineTransform(levels: Float64Array, count: number): Float32Array {
  const cosines = COSINES;
  const rows = new Float32Array(count * CEPSTRUM_SIZE);
  for (let frame = 0; frame < count; frame++) {
    for (let order = 0; order < CEPSTRUM_SIZE; order++) {
      let sum = 0;
      for (let band = 0; band < BANDS; band++) {
        sum += levels[frame * BANDS + band]! * cosines[order * BANDS + band]!;
      }
      rows[frame * CEPSTRUM_SIZE + order] = sum;
    }
  }
  return rows;
}
