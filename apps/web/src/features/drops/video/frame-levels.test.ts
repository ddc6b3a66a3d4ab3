import { expect, it } from 'vitest';
import { frameLevels } from './frame-levels.ts';

it('each frame has the level of its sound relative to the loudest, and falls slowly', () => {
  const samples = new Float32Array([0.2, 0.2, 0.4, 0.4, 0, 0, 0]);
  const levels = frameLevels(samples, 2);
  expect(levels).toHaveLength(4);
  expect(levels[0]).toBeCloseTo(0.5);
  expect(levels[1]).toBe(1);
  expect(levels[2]).toBeLessThan(1);
  expect(levels[3]).toBeLessThan(levels[2]!);
});

it('silence has no level, and a frame need not have a whole number of samples', () => {
  expect(frameLevels(new Float32Array(5), 1.5)).toEqual([0, 0, 0, 0]);
});
