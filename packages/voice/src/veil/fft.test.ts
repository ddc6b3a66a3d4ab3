import { expect, test } from 'vitest';
import { makeNoise } from '../testing/noise.ts';
import { makeFft } from './fft.ts';

test.each([4, 8, 16, 32, 128, 512])('%i numbers are transformed as by the definition', (size) => {
  const noise = makeNoise(1, 2 * size, 1);
  const real = Float64Array.from(noise.subarray(0, size));
  const imaginary = Float64Array.from(noise.subarray(size));
  const expected = Array.from({ length: size }, (_, k) => {
    let r = 0;
    let m = 0;
    for (let n = 0; n < size; n++) {
      const angle = (-2 * Math.PI * k * n) / size;
      r += real[n]! * Math.cos(angle) - imaginary[n]! * Math.sin(angle);
      m += real[n]! * Math.sin(angle) + imaginary[n]! * Math.cos(angle);
    }
    return { r, m };
  });
  makeFft(size)(real, imaginary);
  expected.forEach(({ r, m }, k) => {
    expect(real[k]).toBeCloseTo(r, 9);
    expect(imaginary[k]).toBeCloseTo(m, 9);
  });
});

test('the transform with exchanged parts is the inverse', () => {
  const noise = Float64Array.from(makeNoise(1, 512, 1));
  const real = noise.slice();
  const imaginary = new Float64Array(512);
  const fft = makeFft(512);
  fft(real, imaginary);
  fft(imaginary, real);
  real.forEach((value, i) => expect(value / 512).toBeCloseTo(noise[i]!, 12));
});
