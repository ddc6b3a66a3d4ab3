import { expect, it } from 'vitest';
import { drawPicture } from './drawn-avatar.ts';

const ids = Array.from({ length: 400 }, (_, index) => `account ${index}`);
const hueOf = (id: string): number => drawPicture(id).top[2];

it('an account has one picture', () => {
  const id = '9d0a3c1e-52b7-4c3f-8f21-7b6a1d0e4c55';
  expect(drawPicture(id)).toEqual(drawPicture(id));
  // Pictures are not stored, so a change here would change everyone's.
  expect(hueOf(id)).toBe(174);
  expect(drawPicture(id).bars.map(({ height }) => Math.round(height))).toEqual([
    52, 38, 35, 53, 12, 45, 37,
  ]);
});

it('two accounts have two pictures', () => {
  const pictures = new Set(ids.map((id) => JSON.stringify(drawPicture(id))));
  expect(pictures.size).toBe(ids.length);
});

it('no picture has the orange that means voice', () => {
  const hues = ids.map(hueOf);
  expect(hues.filter((hue) => hue > 20 && hue < 112)).toEqual([]);
  // All other colours occur.
  expect(new Set(hues.map((hue) => Math.floor(hue / 30))).size).toBe(10);
});

it('the bars stand side by side inside the disc', () => {
  for (const { bars } of ids.map(drawPicture)) {
    for (const { x, height } of bars) {
      expect(Math.hypot(x - 50, height / 2 + 2.5)).toBeLessThan(47);
    }
    expect(bars.map(({ x }) => x)).toEqual([23, 32, 41, 50, 59, 68, 77]);
  }
});
