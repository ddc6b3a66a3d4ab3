import { cos, log } from '../exact-math.ts';
import { BANDS, bandPowers } from './bands.ts';
import { toCepstrum } from './cepstrum.ts';
import { makeFft } from './fft.ts';
import { BINS, FRAME, RATE } from './frames.ts';

/** What is left of a voice when it has been taken apart: a value, or a row, for each frame. */
export type Voice = {
  count: number;
  /** Power. Zero in digital silence. */
  powers: Float64Array;
  /** The power of the loud frames; 0 when all is digital silence. */
  loud: number;
  /** How surely the frame is voiced, from 0 to 1. */
  voicing: Float64Array;
  /** The pitch in Hz, rightly only where the frame is voiced. */
  pitches: Float64Array;
  /** The envelope's cepstrum: rows of `BANDS`. */
  cepstra: Float64Array;
};

/** Frames softer than the loud ones by this factor, 30 dB, are pauses, of which nothing is learned. */
const PAUSE = 1e-3;

/** Whether somebody speaks in a frame. */
export const isSpeech = ({ powers, loud }: Voice, frame: number): boolean =>
  powers[frame]! > loud * PAUSE;

/** A Hann window. */
export const WINDOW = Float64Array.from(
  { length: FRAME },
  (_, i) => 0.5 - 0.5 * cos((2 * Math.PI * i) / FRAME),
);

/** The share of sounding frames that are softer than what counts as loud. */
const LOUD = 0.95;

/** What is below the loud frames by this factor counts as silence in each band: 71 dB. */
const SILENT = 8e-8;

/**
 * The pitch is looked for in what lies below 1.25 kHz, where speech is the most regular: in the
 * autocorrelation of the spectrum's lowest bins, as of a clip at a quarter of the rate.
 */
const PITCH_BINS = 40;
const PITCH_FFT = 128;
const PITCH_RATE = (RATE * PITCH_FFT) / FRAME;

/** Periods that are looked for, at that rate: 71 to 400 Hz. */
const SHORTEST = 10;
const LONGEST = 56;

/** A period is the shortest after which a frame is nearly as alike to itself as it ever is. */
const ALIKE = 0.75;

/** From here on the autocorrelation says that a frame is voiced, and how far until it does so for sure. */
const PERIODIC = 0.45;
const PERIODIC_RANGE = 0.25;

/** The same of the share of the power that lies below 1.25 kHz, which hisses lack. */
const LOW = 0.15;
const LOW_RANGE = 0.25;

/** The autocorrelation of the window at these periods, by which that of a windowed sound falls. */
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
 * Takes a voice apart around each of some positions.
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
      // What a silent frame has of its neighbour is what was rounded.
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
 * The power spectra of the frames in `real` and in `imaginary`, which go through the transform as one
 * complex number and are told apart by symmetry.
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

/** How alike a frame is to itself a lag later. */
const likenessAt = (lag: number) => correlation[lag]! / WINDOW_FALL[lag]!;

/** Finds the pitch and the voicing of a frame by its power spectrum. */
function findPitch(powers: Float64Array, voice: Voice, frame: number): void {
  correlation.fill(0);
  unused.fill(0);
  let low = 0;
  let all = 0;
  // Without the first two bins, which are hum.
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
  // What repeats after a period does so after two, as well.
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
 * Takes the mean over one distance of harmonics around each bin, wherever they lie: otherwise low bands,
 * which are narrower than that distance in high voices, would rise and fall with the pitch, and give the
 * melody away.
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

/** The power below a place between bins. */
function sumBelow(place: number): number {
  const bin = Math.min(BINS - 1, Math.floor(place));
  return sums[bin]! + (sums[bin + 1]! - sums[bin]!) * (place - bin);
}

const ramp = (value: number) => Math.max(0, Math.min(1, value));
