import { expect, it } from 'vitest';
import { joinSamples } from './join-samples.ts';

const ones = (length: number) => new Float32Array(length).fill(1);

it('joins the parts in their order, and fades each at its edges', () => {
  const joined = joinSamples([ones(8), ones(6).map(() => -1)], 2);
  expect([...joined]).toEqual([
    0.25, 0.75, 1, 1, 1, 1, 0.75, 0.25, -0.25, -0.75, -1, -1, -0.75, -0.25,
  ]);
});

it('fades no more than half of a short part, and leaves the parts unchanged', () => {
  const part = ones(3);
  expect([...joinSamples([part], 10)]).toEqual([0.5, 1, 0.5]);
  expect([...part]).toEqual([1, 1, 1]);
});
