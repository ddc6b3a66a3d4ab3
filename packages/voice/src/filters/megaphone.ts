import { BUTTERWORTH_4, applyPair, highpass, lowpass, peaking } from '../biquad.ts';
import { saturate } from '../gain.ts';

/** Below this, in Hz, a hand-held horn radiates next to nothing. */
const HIGHPASS = 500;

/** The horn's resonance, in Hz, by which a loud hailer is recognised. */
const RESONANCE = 1700;
const RESONANCE_Q = 1.2;
const RESONANCE_GAIN = 2.5;

/** Above this, in Hz, the horn's driver radiates next to nothing. */
const LOWPASS = 4000;
const LOWPASS_Q = Math.SQRT1_2;

/**
 * How far the loudest moment drives the amplifier beyond its limit. Speech is some 12 dB below its
 * own peaks, so that at 6 (16 dB) vowels distort audibly, words stay clear, and soft syllables come
 * up to the loud ones as they do on a square.
 */
const DRIVE = 6;

/**
 * Loud Hailer: a horn's band, an overdriven amplifier, the horn's resonance.
 *
 * The band is cut before the distortion, as in the device, so that the bass does not modulate the
 * voice, and the low-pass comes after it, which also takes away what the distortion aliases. Works
 * in place.
 */
export function megaphone(
  samples: Float32Array<ArrayBuffer>,
  sampleRate: number,
): Float32Array<ArrayBuffer> {
  const [q1, q2] = BUTTERWORTH_4;
  applyPair(samples, highpass(HIGHPASS, q1, sampleRate), highpass(HIGHPASS, q2, sampleRate));
  saturate(samples, DRIVE);
  applyPair(
    samples,
    peaking(RESONANCE, RESONANCE_Q, RESONANCE_GAIN, sampleRate),
    lowpass(LOWPASS, LOWPASS_Q, sampleRate),
  );
  return samples;
}
