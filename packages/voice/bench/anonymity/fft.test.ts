import { expect, it } from 'vitest';
import { makeNoise } from '../../src/testing/noise.ts';
import { Fft } from './fft.ts';

it('a transform is the sum that defines it', () => {
  const size = 16;
  const real = Float64Array.from(makeNoise(1, size, 1));
  const imaginary = Float64Array.from(real, (value) => 0.3 - value * value);
  const expected = Array.from({ length: size }, (_, k) => {
    let sum = 0;
    for (let n = 0; n < size; n++) {
      const angle = (2 * Math.PI * k * n) / size;
      sum += real[n]! * Math.cos(angle) + imaginary[n]! * Math.sin(angle);
    }
    return sum;
  });
  new Fft(size).forward(real, imaginary);
  expected.forEach((value, k) => expect(real[k]).toBeCloseTo(value, 10));
});

it('the inverse undoes a transform', () => {
  const real = Float64Array.from(makeNoise(1, 64, 1));
  const before = Array.from(real);
  const imaginary = new Float64Array(64);
  const fft = new Fft(64);
  fft.forward(real, imaginary);
  fft.inverse(real, imaginary);
  before.forEach((value, i) => expect(real[i]).toBeCloseTo(value, 10));
});

it('a size that is no power of two is refused', () => {
  expect(() => new Fft(12)).toThrow(RangeError);
});
