import { describe, expect, test } from 'vitest';
import { analyseVoice } from './analyse-voice.ts';
import { BANDS } from './bands.ts';
import { toBands } from './cepstrum.ts';
import { RATE, STEP } from './frames.ts';

/** The centres of the formants of one vowel, in Hz (Peterson and Barney 1952), and how fast they fade. */
const FORMANTS = [730, 1090, 2440];
const FADE = 0.98;

/** Bands up to 700 Hz, which are narrower than the distance of a high voice's harmonics. */
const LOW_BANDS = 8;

const pitchAt = (middle: number, sample: number) =>
  middle * 2 ** (0.3 * Math.sin((5 * sample) / RATE));

/** Sings a vowel that stays the same while its pitch rises and falls by nearly four semitones. */
function sing(middle: number): Float32Array {
  const memory = FORMANTS.map(() => [0, 0]);
  let phase = 0;
  return Float32Array.from({ length: 4 * RATE }, (_, sample) => {
    phase += pitchAt(middle, sample) / RATE;
    let value = phase >= 1 ? 0.1 : 0;
    phase %= 1;
    FORMANTS.forEach((center, index) => {
      const [last, before] = memory[index]!;
      value += 2 * FADE * Math.cos((2 * Math.PI * center) / RATE) * last! - FADE * FADE * before!;
      memory[index] = [value, last!];
    });
    return value;
  });
}

const POSITIONS = Float64Array.from({ length: 380 }, (_, frame) => 10 * STEP + frame * STEP);

describe.each([110, 160, 220, 280])('a voice of %i Hz', (middle) => {
  const voice = analyseVoice(sing(middle), POSITIONS);

  test('has its pitch found, and not half of it', () => {
    const right = voice.pitches.filter(
      (pitch, frame) => Math.abs(pitch / pitchAt(middle, POSITIONS[frame]!) - 1) < 0.08,
    );
    expect(right.length / voice.count).toBeGreaterThan(0.9);
  });

  test('hardly moves in its bands when its pitch moves', () => {
    const rows = Array.from({ length: voice.count }, (_, frame) => {
      const bands = new Float64Array(BANDS);
      toBands(voice.cepstra.subarray(frame * BANDS, (frame + 1) * BANDS), bands);
      return bands;
    });
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value) / values.length;
    const variances = Array.from({ length: LOW_BANDS }, (_, band) => {
      const values = rows.map((bands) => bands[band]!);
      const middleLevel = mean(values);
      return mean(values.map((value) => (value - middleLevel) ** 2));
    });
    const decibels = (10 * Math.sqrt(mean(variances))) / Math.LN10;
    expect(decibels).toBeLessThan(2.5);
  });
});
