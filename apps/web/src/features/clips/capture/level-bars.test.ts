import { expect, it } from 'vitest';
import { BARS_PER_SECOND, LevelBars } from './level-bars.ts';

/** Adds sixty measurements a second. */
function measure(bars: LevelBars, seconds: number, level: (second: number) => number) {
  for (let frame = 0; frame <= seconds * 60; frame += 1) bars.add(frame / 60, level(frame / 60));
}

it('a second of a recording is ten bars, each as high as its loudest measurement', () => {
  const bars = new LevelBars(40);
  measure(bars, 1, (second) => second);
  expect(bars.finished).toBe(BARS_PER_SECOND);
  expect(bars.at(0)).toBeCloseTo(5 / 60);
  expect(bars.at(9)).toBeCloseTo(59 / 60);
  expect(bars.at(10), 'the bar that is being measured').toBeUndefined();
});

it('keeps the newest bars', () => {
  const bars = new LevelBars(20);
  measure(bars, 6, (second) => second / 10);
  expect(bars.finished).toBe(60);
  expect(bars.at(39)).toBeUndefined();
  expect(bars.at(40)).toBeCloseTo(0.41, 1);
  expect(bars.at(59)).toBeCloseTo(0.6, 1);
});

it('a bar without a measurement is as high as the next one', () => {
  const bars = new LevelBars(40);
  bars.add(0, 0.2);
  bars.add(0.55, 0.8);
  bars.add(0.65, 0.1);
  expect([0, 1, 2, 3, 4, 5, 6].map((bar) => bars.at(bar)?.toFixed(1))).toEqual([
    '0.2',
    '0.8',
    '0.8',
    '0.8',
    '0.8',
    '0.8',
    undefined,
  ]);
});
