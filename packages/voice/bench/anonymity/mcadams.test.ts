import { expect, it } from 'vitest';
import { makeSpeech } from '../../src/testing/speech.ts';
import { strongestFrequency } from '../../src/testing/spectrum.ts';
import { correlation } from './align-waveforms.ts';
import { mcadams } from './mcadams.ts';
import { polynomialRoots } from './polynomial-roots.ts';

const RATE = 16_000;

it('the roots of a polynomial are found', () => {
  // (1 - 0.5 z⁻¹) (1 - 2 · 0.9 cos 1 z⁻¹ + 0.81 z⁻²)
  const b = -1.8 * Math.cos(1);
  const { real, imaginary } = polynomialRoots(
    Float64Array.from([1, b - 0.5, 0.81 - 0.5 * b, -0.405]),
  );
  const order = [...real.keys()].sort((i, j) => imaginary[i]! - imaginary[j]!);
  const expected = [
    [0.9 * Math.cos(1), -0.9 * Math.sin(1)],
    [0.5, 0],
    [0.9 * Math.cos(1), 0.9 * Math.sin(1)],
  ] as const;
  expected.forEach(([re, im], i) => {
    expect(real[order[i]!]).toBeCloseTo(re, 6);
    expect(imaginary[order[i]!]).toBeCloseTo(im, 6);
  });
});

it('an exponent of one leaves a voice unchanged', () => {
  const speech = makeSpeech(2, RATE);
  expect(correlation(speech, mcadams(speech, RATE, 1))).toBeGreaterThan(0.9999);
});

it('a resonance moves from its angle to that angle to the power of the exponent', () => {
  // A hundred pulses a second through a resonance at 1200 Hz.
  const radius = 0.98;
  const angle = (2 * Math.PI * 1200) / RATE;
  const voice = new Float32Array(RATE);
  for (let i = 2; i < voice.length; i++) {
    const pulse = i % 160 === 0 ? 0.1 : 0;
    voice[i] =
      pulse + 2 * radius * Math.cos(angle) * voice[i - 1]! - radius * radius * voice[i - 2]!;
  }
  const moved = mcadams(voice, RATE, 0.8);
  const expected = (angle ** 0.8 * RATE) / (2 * Math.PI);
  const found = strongestFrequency(moved.subarray(0, 8000), RATE, {
    from: 600,
    to: 3000,
    step: 10,
  });
  expect(Math.abs(found - expected)).toBeLessThan(60);
});
