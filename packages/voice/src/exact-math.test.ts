import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cos, exp, log, sin } from './exact-math.ts';

const numbers = (min: number, max: number) => fc.double({ min, max, noNaN: true });

test('sine and cosine are those of the engine', () => {
  fc.assert(
    fc.property(numbers(-1e4, 1e4), (x) => {
      expect(sin(x)).toBeCloseTo(Math.sin(x), 11);
      expect(cos(x)).toBeCloseTo(Math.cos(x), 11);
    }),
  );
});

test('powers and logarithms are those of the engine', () => {
  fc.assert(
    fc.property(numbers(-600, 600), numbers(1e-300, 1e300), (x, y) => {
      expect(exp(x) / Math.exp(x)).toBeCloseTo(1, 12);
      expect(log(y)).toBeCloseTo(Math.log(y), 11);
    }),
  );
});

test('a power that is out of range stays a number', () => {
  expect(exp(-1e6)).toBeLessThan(1e-300);
  expect(Number.isFinite(exp(1e6))).toBe(true);
});

test('known values are exact', () => {
  expect([sin(0), cos(0), exp(0), log(1)]).toEqual([0, 1, 1, 0]);
});
