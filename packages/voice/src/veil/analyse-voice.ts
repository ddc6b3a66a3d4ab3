import { cos, log } from '../exact-math.ts';
import { BANDS, bandPowers } from './bands.ts';
import { toCepstrum } from './cepstrum.ts';
import { makeFft } from './fft.ts';
import { BINS, FRAME, RATE } from './frames.ts';

/** The features of a voice: a value or a row for each frame. */
export type Voice = {
  count: number;
  /** Power. Zero in digital silence. */
  powers: Float64Array;
  /** The power of the loud frames; 0 when all is digital silence. */
  loud: number;
  /** Confidence that the frame is voiced, from 0 to 1. */
  voicing: Float64Array;
  /** The pitch in Hz; meaningful only where the frame is voiced. */
  pitches: Float64Array;
  /** The envelope's cepstrum: rows of `BANDS`. */
  cepstra: Float64Array;
};

/** Frames softer than the loud ones by this factor, 30 dB, are pauses and do not count in statistics. */
const PAUSE = 1e-3;

/** Whether a frame holds speech. */
export const isSpeech = ({ powers, loud }: Voice, frame: number): boolean =>
  powers[frame]! > loud * PAUSE;

/** A Hann window. */
export const WINDOW = Float64Array.from(
  { length: FRAME },
  (_, i) => 0.5 - 0.5 * cos((2 * Math.PI * i) / FRAME),
);

/** The quantile of the power of sounding frames that is the power of the loud frames. */
const LOUD = 0.95;

/** Noise floor of each band relative to the loud frames: -71 dB. */
const SILENT = 8e-8;

/**
 * The pitch is detected below 1.25 kHz, where speech is the most periodic, from the autocorrelation of
 * the lowest bins: that of a clip at a quarter of the rate.
 */
const PITCH_BINS = 40;
const PITCH_FFT = 128;
const PITCH_RATE = (RATE * PITCH_FFT) / FRAME;

/** The range of periods, in samples at that rate: 71 to 400 Hz. */
const SHORTEST = 10;
const LONGEST = 56;

/** The period is the shortest lag whose autocorrelation reaches this share of the maximum. */
const ALIKE = 0.75;

/** The autocorrelation at which voicing begins to rise from 0, and the range over which it reaches 1. */
const PERIODIC = 0.45;
const PERIODIC_RANGE = 0.25;

/** The same for the share of power below 1.25 kHz, which fricatives lack. */
const LOW = 0.15;
const LOW_RANGE = 0.25;

/** The autocorrelation of the window, by which that of a windowed sound is divided. */
const WINDOW_FALL = Float64Array.from({ length: LONGEST + 1 }, (_, lag) => {
  const shift = (lag * RATE) / PITCH_RATE;
  let sum = 0;
  let whole = 0;
  for (let i = 0; i < FRAME; i++) {
    sum += WINDOW[i]! * (WINDOW[i + shift] ?? 0);
    whole += WINDOW[i]! * WINDOW[i]!;
  }
  return sum / whole;
});

const transform = makeFft(FRAME);
const transformPitch = makeFft(PITCH_FFT);

/**
 * Analyses a voice in frames around the given positions.
 *
 * @param samples at `RATE`
 * @param positions of the frames' middles, in samples
 */
export function analyseVoice(samples: Float32Array, positions: Float64Array): Voice {
  const count = positions.length;
  const voice: Voice = {
    count,
    powers: new Float64Array(count),
    loud: 0,
    voicing: new Float64Array(count),
    pitches: new Float64Array(count),
    cepstra: new Float64Array(count * BANDS),
  };
  const spectra = [new Float64Array(BINS), new Float64Array(BINS)] as const;
  for (let first = 0; first < count; first += 2) {
    windowFrame(samples, positions, first, real, voice.powers);
    windowFrame(samples, positions, first + 1, imaginary, voice.powers);
    takeSpectra(...spectra);
    for (let frame = first; frame < Math.min(first + 2, count); frame++) {
      // A silent frame holds only rounding errors of its neighbour.
      if (voice.powers[frame] === 0) continue;
      const spectrum = spectra[frame === first ? 0 : 1];
      findPitch(spectrum, voice, frame);
      smoothHarmonics(spectrum, (voice.voicing[frame]! * voice.pitches[frame]! * FRAME) / RATE);
      bandPowers(spectrum, voice.cepstra, frame * BANDS);
    }
  }
  const sounding = voice.powers.filter((power) => power > 0).sort();
  voice.loud = sounding[Math.floor(LOUD * sounding.length)] ?? 0;
  if (voice.loud === 0) return voice;
  const bands = new Float64Array(BANDS);
  for (let offset = 0; offset < count * BANDS; offset += BANDS) {
    for (let band = 0; band < BANDS; band++) {
      bands[band] = log(voice.cepstra[offset + band]! + voice.loud * SILENT);
    }
    toCepstrum(bands, voice.cepstra, offset);
  }
  return voice;
}

const real = new Float64Array(FRAME);
const imaginary = new Float64Array(FRAME);

/** Puts a frame into `windowed` and its power into `powers`; beyond the clip's ends there is silence. */
function windowFrame(
  samples: Float32Array,
  positions: Float64Array,
  frame: number,
  windowed: Float64Array,
  powers: Float64Array,
): void {
  const start = Math.floor(positions[frame] ?? Infinity) - FRAME / 2;
  let power = 0;
  for (let i = 0; i < FRAME; i++) {
    const at = start + i;
    const value = at < 0 || at >= samples.length ? 0 : samples[at]! * WINDOW[i]!;
    windowed[i] = value;
    power += value * value;
  }
  if (frame < powers.length) powers[frame] = power;
}

/**
 * The power spectra of the frames in `real` and in `imaginary`, which are transformed as one complex
 * signal. Symmetry separates their spectra.
 */
function takeSpectra(first: Float64Array, second: Float64Array): void {
  transform(real, imaginary);
  for (let bin = 0; bin < BINS; bin++) {
    const mirror = (FRAME - bin) % FRAME;
    const evenReal = real[bin]! + real[mirror]!;
    const oddReal = real[bin]! - real[mirror]!;
    const evenImaginary = imaginary[bin]! + imaginary[mirror]!;
    const oddImaginary = imaginary[bin]! - imaginary[mirror]!;
    first[bin] = (evenReal * evenReal + oddImaginary * oddImaginary) / 4;
    second[bin] = (evenImaginary * evenImaginary + oddReal * oddReal) / 4;
  }
}

const correlation = new Float64Array(PITCH_FFT);
const unused = new Float64Array(PITCH_FFT);

/** The normalised autocorrelation at a lag. */
const likenessAt = (lag: number) => correlation[lag]! / WINDOW_FALL[lag]!;

/** Finds the pitch and the voicing of a frame by its power spectrum. */
function findPitch(powers: Float64Array, voice: Voice, frame: number): void {
  correlation.fill(0);
  unused.fill(0);
  let low = 0;
  let all = 0;
  // The first two bins are hum.
  for (let bin = 2; bin < BINS; bin++) {
    if (bin < PITCH_BINS) {
      correlation[bin] = correlation[PITCH_FFT - bin] = powers[bin]!;
      low += powers[bin]!;
    }
    all += powers[bin]!;
  }
  if (all === 0) return;
  transformPitch(correlation, unused);
  let best = 0;
  for (let lag = SHORTEST; lag <= LONGEST; lag++) best = Math.max(best, likenessAt(lag));
  if (best === 0) return;
  // The autocorrelation is also high at multiples of the period: the shortest lag is the period.
  let period = SHORTEST;
  while (likenessAt(period) < ALIKE * best) period++;
  while (likenessAt(period + 1) > likenessAt(period)) period++;
  const isPeriodic = ramp((best / correlation[0]! - PERIODIC) / PERIODIC_RANGE);
  voice.voicing[frame] = isPeriodic * ramp((low / all - LOW) / LOW_RANGE);
  voice.pitches[frame] = PITCH_RATE / period;
}

/** `sums[bin]` is the power of all bins below. */
const sums = new Float64Array(BINS + 1);

/**
 * Averages the power over one harmonic spacing around each bin. Without it low bands, which are narrower
 * than the spacing of high voices, would follow the pitch and reveal the melody.
 *
 * Adapted from the smoothing of CheapTrick (Morise 2015), which divides a voice into pitch and envelope.
 *
 * @param width the distance, in bins
 */
function smoothHarmonics(powers: Float64Array, width: number): void {
  if (width <= 1) return;
  for (let bin = 0; bin < BINS; bin++) sums[bin + 1] = sums[bin]! + powers[bin]!;
  for (let bin = 0; bin < BINS; bin++) {
    const low = Math.max(0, bin + 0.5 - width / 2);
    const high = Math.min(BINS, bin + 0.5 + width / 2);
    powers[bin] = (sumBelow(high) - sumBelow(low)) / (high - low);
  }
}

/** The cumulative power below a fractional bin. */
function sumBelow(place: number): number {
  const bin = Math.min(BINS - 1, Math.floor(place));
  return sums[bin]! + (sums[bin + 1]! - sums[bin]!) * (place - bin);
}

const ramp = (value: number) => Math.max(0, Math.min(1, value));
