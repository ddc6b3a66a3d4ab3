import { exp, log } from '../exact-math.ts';
import { isSpeech, WINDOW, type Voice } from './analyse-voice.ts';
import { BANDS, spreadBands } from './bands.ts';
import type { Excitation } from './excitation.ts';
import { makeFft } from './fft.ts';
import { BINS, FRAME, FRAMES_PER_SECOND, RATE, STEP } from './frames.ts';

/** Threshold of the downward expander, in dB relative to the loud frames: softer frames are room noise or breath. */
const EXPANDER_THRESHOLD = -32;
/** Additional attenuation for each dB below the threshold. */
const EXPANDER_SLOPE = 1.5;

/** Level of the synthetic room noise relative to the mean of voiced sounds, as the logarithm of power: -50 dB. */
const ROOM = -11.5;

/**
 * The most by which a frame may rise further above the synthetic voice's mean than it did above the
 * speaker's, as the logarithm of power: 16 dB. One speech frame in a thousand exceeds it. Without the
 * limit, the first frame of a steady tone would rise by 100 dB and drown the rest of the clip.
 */
const MAX_RISE = 3.7;

/** Smoothing coefficient of the voicing, per frame. */
const VOICING = 0.6;

/** The share of pulses in a voiced sound: 1 at the lowest frequencies, falling linearly above them (frequency in Hz). */
const PULSES_FALL = 4000;
const MOST_PULSES = 2.2;
const LEAST_PULSES = 0.4;

const PULSE_SHARES = Float64Array.from({ length: BINS }, (_, bin) => {
  const share = MOST_PULSES - (bin * RATE) / FRAME / PULSES_FALL;
  return Math.max(LEAST_PULSES, Math.min(1, share));
});

/** The sum of overlapping windows. */
const OVERLAP = FRAME / STEP / 2;

const DECIBELS_PER_UNIT = 10 / Math.LN10;

const transform = makeFft(FRAME);

/**
 * Synthesizes the masked voice: filters pulses and noise with the envelope of each frame and overlap-adds
 * the frames.
 *
 * @param envelopeOf writes the log powers of a frame's bands to `bands`
 * @param room log powers of the mean voiced sound's bands
 * @param onProgress called after each second of sound with the number of completed frames
 * @returns samples at `RATE`, `STEP` for each frame of the voice
 */
export function synthesize(
  voice: Voice,
  { pulses, noise }: Excitation,
  envelopeOf: (frame: number, bands: Float64Array) => void,
  room: Float64Array,
  onProgress: (frames: number) => void,
): Float32Array {
  const { count, powers, loud, voicing } = voice;
  const spoken = new Float32Array((count - 1) * STEP + FRAME);
  const bands = new Float64Array(BANDS);
  const levels = new Float64Array(BINS);
  const real = new Float64Array(FRAME);
  const imaginary = new Float64Array(FRAME);
  const shapedReal = new Float64Array(BINS);
  const shapedImaginary = new Float64Array(BINS);
  const pair = makeFramePair(spoken);
  spreadBands(room, levels);
  const roomGains = levels.map((level) => exp(0.5 * (level + ROOM)));
  const mean = meanLevel(voice);
  const roomLevel = levelOf(room);
  let voiced = 0;
  for (let frame = 0; frame < count; frame++) {
    if (frame % FRAMES_PER_SECOND === 0) onProgress(frame);
    voiced += (voicing[frame]! - voiced) * VOICING;
    // Digital silence stays silent.
    if (powers[frame] === 0) continue;
    const start = frame * STEP;
    for (let i = 0; i < FRAME; i++) {
      real[i] = pulses[start + i]! * WINDOW[i]!;
      imaginary[i] = noise[start + i]! * WINDOW[i]!;
    }
    transform(real, imaginary);
    envelopeOf(frame, bands);
    const risen = levelOf(bands) - roomLevel - (log(powers[frame]!) - mean);
    const quieter = expanderGain(powers[frame]! / loud) - Math.max(0, risen - MAX_RISE);
    for (let band = 0; band < BANDS; band++) bands[band]! += quieter;
    spreadBands(bands, levels);
    for (let bin = 0; bin < BINS; bin++) {
      const gain = amplitude(levels[bin]!);
      const share = voiced * PULSE_SHARES[bin]!;
      const pulseGain = gain * Math.sqrt(share);
      const noiseGain = gain * Math.sqrt(1 - share) + roomGains[bin]!;
      // Pulses and noise were transformed as one complex signal; symmetry separates their spectra.
      const mirror = (FRAME - bin) % FRAME;
      const pulseReal = (real[bin]! + real[mirror]!) / 2;
      const pulseImaginary = (imaginary[bin]! - imaginary[mirror]!) / 2;
      const noiseReal = (imaginary[bin]! + imaginary[mirror]!) / 2;
      const noiseImaginary = (real[mirror]! - real[bin]!) / 2;
      shapedReal[bin] = pulseGain * pulseReal + noiseGain * noiseReal;
      shapedImaginary[bin] = pulseGain * pulseImaginary + noiseGain * noiseImaginary;
    }
    pair.add(shapedReal, shapedImaginary, start);
  }
  pair.end();
  return spoken.subarray(FRAME / 2, FRAME / 2 + count * STEP);
}

/**
 * Overlap-adds frames two at a time: their signals are real, so one inverse transform computes both, as
 * its real and imaginary parts.
 *
 * @param sound at `RATE`
 */
function makeFramePair(sound: Float32Array) {
  const real = new Float64Array(FRAME);
  const imaginary = new Float64Array(FRAME);
  /** Where the first of the pair begins in the sound; undefined while there is none. */
  let firstStart: number | undefined;

  const overlapAdd = (frame: Float64Array, start: number) => {
    for (let i = 0; i < FRAME; i++) sound[start + i]! += frame[i]! / (FRAME * OVERLAP);
  };
  const takeFirst = (spectrumReal: Float64Array, spectrumImaginary: Float64Array) => {
    for (let bin = 0; bin < BINS; bin++) {
      const mirror = (FRAME - bin) % FRAME;
      real[mirror] = real[bin] = spectrumReal[bin]!;
      imaginary[mirror] = -spectrumImaginary[bin]!;
      imaginary[bin] = spectrumImaginary[bin]!;
    }
  };
  const takeSecond = (spectrumReal: Float64Array, spectrumImaginary: Float64Array) => {
    for (let bin = 0; bin < BINS; bin++) {
      const mirror = (FRAME - bin) % FRAME;
      real[bin]! -= spectrumImaginary[bin]!;
      imaginary[bin]! += spectrumReal[bin]!;
      if (mirror === bin) continue;
      real[mirror]! += spectrumImaginary[bin]!;
      imaginary[mirror]! += spectrumReal[bin]!;
    }
  };
  return {
    /** @param start where the frame begins in the sound; frames come in their order */
    add(spectrumReal: Float64Array, spectrumImaginary: Float64Array, start: number): void {
      if (firstStart === undefined) {
        takeFirst(spectrumReal, spectrumImaginary);
        firstStart = start;
        return;
      }
      takeSecond(spectrumReal, spectrumImaginary);
      transform(imaginary, real);
      overlapAdd(real, firstStart);
      overlapAdd(imaginary, start);
      firstStart = undefined;
    },
    /** Adds the last frame, where it is the first of a pair. */
    end(): void {
      if (firstStart === undefined) return;
      transform(imaginary, real);
      overlapAdd(real, firstStart);
    },
  };
}

/** The mean log power of the speech frames. */
function meanLevel(voice: Voice): number {
  let sum = 0;
  let frames = 0;
  for (let frame = 0; frame < voice.count; frame++) {
    if (!isSpeech(voice, frame)) continue;
    sum += log(voice.powers[frame]!);
    frames++;
  }
  return sum / Math.max(1, frames);
}

/** The logarithm of the power of all bands. */
function levelOf(bands: Float64Array): number {
  let sum = 0;
  for (const band of bands) sum += exp(band);
  return log(sum);
}

/** The attenuation of a soft frame, as the logarithm of power. @param power relative to the loud frames */
function expanderGain(power: number): number {
  const level = log(power + 1e-30) * DECIBELS_PER_UNIT;
  return level < EXPANDER_THRESHOLD
    ? ((level - EXPANDER_THRESHOLD) * EXPANDER_SLOPE) / DECIBELS_PER_UNIT
    : 0;
}

/** Amplitude by log power, tabulated in steps of 0.07 dB, since calling `exp` for each bin takes half of the time. */
const LOWEST_LEVEL = -60;
const LEVELS = 6000;
const LEVELS_PER_UNIT = 60;
const AMPLITUDES = Float64Array.from({ length: LEVELS }, (_, i) =>
  exp(0.5 * (LOWEST_LEVEL + i / LEVELS_PER_UNIT)),
);

const amplitude = (level: number): number =>
  AMPLITUDES[
    Math.max(0, Math.min(LEVELS - 1, Math.floor((level - LOWEST_LEVEL) * LEVELS_PER_UNIT)))
  ]!;
