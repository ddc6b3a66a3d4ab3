import { describe, expect, it } from 'vitest';
import { VOICE_FILTER_IDS } from '../../voice/src/filter-ids.ts';
import { drawPicture } from './drawn-avatar.ts';
import type { DrawnColour } from './drawn-colours.ts';
import { drawSleeve, type Sleeve, type SleeveClip } from './sleeve.ts';

/** Peaks of a clip that is unlike that of another number. */
const peaksOf = (clip: number) =>
  Array.from({ length: 100 }, (_, index) => Math.round(50 + 50 * Math.sin(index * (clip + 2))));

const clipOf = (clip: number, changed: Partial<SleeveClip> = {}): SleeveClip => ({
  id: `drop-${clip}`,
  userId: `account-${clip % 7}`,
  filter: VOICE_FILTER_IDS[clip % VOICE_FILTER_IDS.length] ?? 'original',
  waveform: peaksOf(clip),
  ...changed,
});

const sleeves = Array.from({ length: 200 }, (_, clip) => drawSleeve(clipOf(clip)));

const coloursOf = ({ ground, layers }: Sleeve): DrawnColour[] => [
  ground,
  ...layers.map(({ colour }) => colour),
];
/** The hues that the eye sees as such; paper has hardly any. */
const huesOf = (sleeve: Sleeve): Set<number> =>
  new Set(
    coloursOf(sleeve)
      .filter(([, chroma]) => chroma > 0.025)
      .map(([, , hue]) => hue),
  );

it('a drop has one sleeve, and two drops of an account have two', () => {
  const { ground, layers } = drawSleeve(clipOf(3));
  expect(drawSleeve(clipOf(3))).toEqual({ ground, layers });
  // Sleeves are not stored, so a change here would change everyone's.
  expect(ground).toEqual([0.925, 0.024, 85]);
  expect(layers[0]?.path).toMatch(/^M50 58.55C72.89 58.55 91.45 77.11/);
  const ofOne = Array.from({ length: 60 }, (_, clip) =>
    JSON.stringify(drawSleeve(clipOf(clip, { userId: 'account' }))),
  );
  expect(new Set(ofOne).size).toBe(60);
});

it('a sleeve changes with the waveform, the mask and the id', () => {
  const sleeve = drawSleeve(clipOf(3));
  expect(drawSleeve(clipOf(3, { waveform: peaksOf(4) }))).not.toEqual(sleeve);
  expect(drawSleeve(clipOf(3, { filter: 'veil' }))).not.toEqual(sleeve);
  expect(drawSleeve(clipOf(3, { id: 'another' }))).not.toEqual(sleeve);
});

it('the sleeves of an account have its hue, which its picture has too, and at most one beside it', () => {
  const userId = 'b4c19a6e-7c55-4f0e-9a3e-0d5c1f2a7b11';
  const [, , hue] = drawPicture(userId).top;
  for (let clip = 0; clip < 40; clip += 1) {
    const hues = huesOf(drawSleeve(clipOf(clip, { userId })));
    expect(hues).toContain(hue);
    for (const each of hues) {
      const distance = Math.abs(((each - hue + 540) % 360) - 180);
      expect([0, 45]).toContain(distance);
    }
  }
});

it('no sleeve has the orange that means voice, and all other hues occur', () => {
  const hues = sleeves.flatMap((sleeve) => Array.from(huesOf(sleeve)));
  expect(hues.filter((hue) => hue > 20 && hue < 112)).toEqual([]);
  const many = Array.from({ length: 300 }, (_, clip) =>
    drawSleeve(clipOf(clip, { userId: `person ${clip}` })),
  );
  const seen = new Set(many.flatMap((sleeve) => [...huesOf(sleeve)].map((hue) => (hue / 30) | 0)));
  expect(seen.size).toBe(10);
});

it('a clip that is no drop has a sleeve from its waveform and mask', () => {
  const [clip, other] = [3, 4].map((each) => ({ waveform: peaksOf(each), filter: 'echo' }));
  expect(drawSleeve(clip!)).toEqual(drawSleeve(clip!));
  expect(drawSleeve(clip!)).not.toEqual(drawSleeve(other!));
});

it('a mask that this version does not know has the mark of the original voice', () => {
  expect(drawSleeve(clipOf(3, { filter: 'choir' }))).toEqual(
    drawSleeve(clipOf(3, { filter: 'original' })),
  );
});

describe.each(VOICE_FILTER_IDS)('the mark of %s', (filter) => {
  const marks = Array.from({ length: 20 }, (_, clip) => drawSleeve(clipOf(clip, { filter })));

  it('has few paths of numbers that canvas and browser read alike', () => {
    for (const { layers } of marks) {
      expect(layers.length).toBeGreaterThanOrEqual(2);
      expect(layers.length).toBeLessThanOrEqual(7);
      for (const { path } of layers) expect(path).toMatch(/^(?:[MLC](?:-?\d+(?:\.\d+)? ?)+|Z)+$/);
    }
  });

  it('stands out from its ground', () => {
    for (const { ground, layers } of marks) {
      const first = layers.find(({ colour }) => Math.abs(colour[0] - ground[0]) >= 0.35);
      expect(first).toBeDefined();
    }
  });

  it.each([[[]], [[0, 0, 0]], [[7]]])('is drawn for the peaks %j', (waveform) => {
    const { layers } = drawSleeve(clipOf(1, { filter, waveform }));
    expect(layers.map(({ path }) => path).join('')).not.toMatch(/NaN|Infinity/);
  });
});
