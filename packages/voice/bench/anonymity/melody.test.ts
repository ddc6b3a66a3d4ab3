import { expect, it } from 'vitest';
import { makeNoise } from '../../src/testing/noise.ts';
import { melodyOf } from './melody.ts';

const RATE = 16_000;

it.each([80, 120, 210, 330])('the pitch of a voice at %i Hz is found', (pitch) => {
  const voice = Float32Array.from({ length: RATE }, (_, i) => {
    let value = 0;
    for (let harmonic = 1; harmonic <= 8; harmonic++) {
      value += Math.cos((2 * Math.PI * harmonic * pitch * i) / RATE) / harmonic;
    }
    return 0.1 * value;
  });
  for (const found of melodyOf(voice, RATE).subarray(5, 90)) {
    expect(Math.abs(found / pitch - 1)).toBeLessThan(0.01);
  }
});

it('noise and silence have no pitch', () => {
  const voiced = melodyOf(makeNoise(1, RATE, 0.3), RATE).filter((pitch) => pitch > 0);
  expect(voiced.length).toBeLessThan(5);
  expect(melodyOf(new Float32Array(RATE), RATE).every((pitch) => pitch === 0)).toBe(true);
});
