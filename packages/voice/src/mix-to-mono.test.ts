import { expect, test } from 'vitest';
import { mixToMono } from './mix-to-mono.ts';

test('channels are mixed by their mean', () => {
  const left = Float32Array.of(1, 0.5, -1);
  const right = Float32Array.of(0, 0.5, 1);
  expect([...mixToMono([left, right])]).toEqual([0.5, 0.5, 0]);
});

test('one channel is copied, so that the original can go on changing', () => {
  const only = Float32Array.of(0.25);
  const mono = mixToMono([only]);
  only[0] = 1;
  expect([...mono]).toEqual([0.25]);
});

test('no channel at all is an error', () => {
  expect(() => mixToMono([])).toThrow(RangeError);
});
