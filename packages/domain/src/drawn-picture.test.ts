import { expect, it } from 'vitest';
import { drawPicture } from './drawn-picture.ts';

const names = Array.from({ length: 400 }, (_, index) => `person.${index}`);

it('a name has one picture, whatever the case of its letters', () => {
  expect(drawPicture('Night_Bus')).toEqual(drawPicture('night_bus'));
  // Pictures are kept nowhere: a change here would give everybody another face.
  expect(drawPicture('nightbus')).toMatchInlineSnapshot(`
    {
      "bars": [
        {
          "height": 56.64084104401991,
          "x": 23,
        },
        {
          "height": 60.105030960869044,
          "x": 32,
        },
        {
          "height": 53.30469084484503,
          "x": 41,
        },
        {
          "height": 19.411342067644,
          "x": 50,
        },
        {
          "height": 51.90453355945647,
          "x": 59,
        },
        {
          "height": 13.355554582551122,
          "x": 68,
        },
        {
          "height": 15.225429204758257,
          "x": 77,
        },
      ],
      "hue": 155,
    }
  `);
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
      expect(Math.hypot(x - 50, height / 2)).toBeLessThan(47);
    }
    expect(bars.map(({ x }) => x)).toEqual([23, 32, 41, 50, 59, 68, 77]);
  }
});
