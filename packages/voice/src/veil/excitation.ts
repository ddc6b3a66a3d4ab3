import { cos, sin } from '../exact-math.ts';
import { makeFft } from './fft.ts';
import { RATE, STEP } from './frames.ts';
import { makeRandom, type Random } from './random.ts';

/** The source signals of the synthetic voice, before the vocal tract shapes them. Both have a flat spectrum. */
export type Excitation = { pulses: Float64Array; noise: Float64Array };

/** The length of a pulse in samples: 16 ms. */
const PULSE = 256;

/** Subsample positions of a pulse: with whole samples only, the voice would sound hoarse. */
const PHASES = 8;

/** Random variation of the period, as in any voice: half a percent. */
const JITTER = 0.01;

/** Phase dispersion at 8 kHz, in radians: without it the pulses would buzz. */
const DISPERSION = { least: 8.4, most: 19.6 };
/** Random variation of the phase over the spectrum, in radians: half a sine period and a whole one. */
const BOW = 2;
const WAVE = 1.5;

/**
 * Makes pulses of a melody, and noise.
 *
 * @param melody Hz for each frame
 * @param length of both, in samples
 */
export function excite(melody: Float64Array, length: number, random: Uint32Array): Excitation {
  const draw = makeRandom(random, 'pulses');
  const shapes = drawPulse(draw);
  const pulses = new Float64Array(length);
  let at = 0;
  for (let frame = 0; frame < melody.length; frame++) {
    while (at < (frame + 1) * STEP) {
      const period = (RATE / melody[frame]!) * (1 + JITTER * (draw.next() - 0.5));
      const whole = Math.floor(at);
      const shape = shapes[Math.floor((at - whole) * PHASES)]!;
      const gain = Math.sqrt(period);
      const end = Math.min(PULSE, length - whole);
      for (let i = 0; i < end; i++) pulses[whole + i]! += gain * shape[i]!;
      at += period;
    }
  }
  return { pulses, noise: makeNoise(length, makeRandom(random, 'noise')) };
}

/** Draws the shape of a pulse, a random all-pass response, for each subsample phase. */
function drawPulse(draw: Random): Float64Array[] {
  const transform = makeFft(PULSE);
  const dispersion = draw.between(DISPERSION.least, DISPERSION.most);
  const bow = draw.between(-BOW, BOW);
  const wave = draw.between(-WAVE, WAVE);
  return Array.from({ length: PHASES }, (_, phase) => {
    const real = new Float64Array(PULSE);
    const imaginary = new Float64Array(PULSE);
    const delay = PULSE / 4 + phase / PHASES;
    for (let bin = 1; bin < PULSE / 2; bin++) {
      const place = bin / (PULSE / 2);
      const shape = bow * sin(Math.PI * place) + wave * sin(2 * Math.PI * place);
      const angle = (-2 * Math.PI * delay * bin) / PULSE - dispersion * place * place + shape;
      real[bin] = real[PULSE - bin] = cos(angle) / PULSE;
      imaginary[bin] = sin(angle) / PULSE;
      imaginary[PULSE - bin] = -imaginary[bin]!;
    }
    transform(imaginary, real);
    return real;
  });
}

/** Noise with a variance of 1. */
function makeNoise(length: number, draw: Random): Float64Array {
  // A loop: `Float64Array.from` takes several times as long.
  const noise = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    noise[i] = 2 * (draw.next() + draw.next() + draw.next() - 1.5);
  }
  return noise;
}
