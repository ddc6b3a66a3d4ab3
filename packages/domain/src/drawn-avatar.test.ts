import { expect, it } from 'vitest';
import { drawPicture } from './drawn-avatar.ts';

const names = Array.from({ length: 400 }, (_, index) => `person.${index}`);

it('a name has one picture, whatever the case of its letters', () => {
  expect(drawPicture('Night_Bus')).toEqual(drawPicture('night_bus'));
  // Pictures are not stored, so a change here would change everyone's.
  const { hue, bars } = drawPicture('nightbus');
  expect(hue).toBe(299);
  expect(bars.map(({ height }) => Math.round(height))).toEqual([32, 19, 54, 31, 44, 52, 16]);
});

it('two names have two pictures', () => {
  const pictures = new Set(names.map((name) => JSON.stringify(drawPicture(name))));
  expect(pictures.size).toBe(names.length);
});

it('no picture has the orange that means voice', () => {
  const hues = names.map((name) => drawPicture(name).hue);
  expect(hues.filter((hue) => hue > 20 && hue < 75)).toEqual([]);
  // All other colours occur.
  expect(new Set(hues.map((hue) => Math.floor(hue / 30))).size).toBeGreaterThanOrEqual(10);
});

it('the bars stand side by side inside the disc', () => {
  for (const { bars } of names.map(drawPicture)) {
    for (const { x, height } of bars) {
      expect(Math.hypot(x - 50, height / 2 + 2.5)).toBeLessThan(47);
    }
    expect(bars.map(({ x }) => x)).toEqual([23, 32, 41, 50, 59, 68, 77]);
  }
});
