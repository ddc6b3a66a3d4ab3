import { expect, test } from 'vitest';
import { echo } from './echo.ts';

test.each([8_000, 44_100, 48_000])(
  'a clap at %i Hz comes back after 0.16, 0.26 and 0.36 s',
  (rate) => {
    const clap = new Float32Array(rate / 10);
    clap[100] = 1;
    const echoed = echo(clap, rate);
    const output = [...echoed.entries()].filter(([, sample]) => sample !== 0);
    expect(output).toEqual([
      [100, 1],
      [100 + Math.round(0.16 * rate), 0.5],
      [100 + Math.round(0.26 * rate), Math.fround(0.35)],
      [100 + Math.round(0.36 * rate), 0.25],
    ]);
  },
);

test('the clip is longer by the delay of the last echo, which is complete', () => {
  const clip = new Float32Array(44_100).fill(0.5);
  const echoed = echo(clip, 44_100);
  expect(echoed).toHaveLength(44_100 + 15_876);
  expect(echoed.at(-1)).toBe(0.125);
});
