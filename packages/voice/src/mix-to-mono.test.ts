import { expect, test } from 'vitest';
import { mixToMono } from './mix-to-mono.ts';

test('channels are mixed by their mean', () => {
  const left = Float32Array.of(1, 0.5, -1);
  const right = Float32Array.of(0, 0.5, 1);
  expect([...mixToMono([left, right])]).toEqual([0.5, 0.5, 0]);
});

test('one channel is copied, so that later changes of the original do not affect the mix', () => {
  const only = Float32Array.of(0.25);
  const mono = mixToMono([only]);
  only[0] = 1;
  expect([...mono]).toEqual([0.25]);
});

test('mixing without a channel throws', () => {
  expect(() => mixToMono([])).toThrow(RangeError);
});
