import type { VoiceFilterId } from '../../voice/src/filter-ids.ts';
import { bar, disc, hill, polygon, type Point } from './path-shapes.ts';
import { waveformBars } from './waveform-bars.ts';

/** Shapes of one ink, as path data on a square of 100 units. */
export interface MarkLayer {
  readonly ink: 'first' | 'second';
  readonly path: string;
  /** 0 to 1. */
  readonly opacity: number;
}

/** Draws a clip as the mark of a mask. `peaks` are on any scale, `random` chooses among compositions. */
type DrawMark = (peaks: readonly number[], random: () => number) => MarkLayer[];

const layer = (ink: MarkLayer['ink'], path: string, opacity = 1): MarkLayer => ({
  ink,
  path,
  opacity,
});

const pick = <Choice>(random: () => number, choices: readonly [Choice, ...Choice[]]): Choice =>
  choices[Math.floor(random() * choices.length)] ?? choices[0];

/** Fits peaks to heights of which the least is 0 and the greatest 1, since the means of speech differ little. */
function spread(peaks: readonly number[], count: number): number[] {
  const heights = waveformBars(peaks, count);
  const least = Math.min(...heights);
  const range = Math.max(...heights) - least || 1;
  return heights.map((height) => (height - least) / range);
}

/** Divides 1 into shares that grow with the heights. */
function shares(heights: readonly number[]): number[] {
  const sizes = heights.map((height) => 0.28 + height);
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  return sizes.map((size) => size / whole);
}

/** Original: the bars of the waveform, which grow from an edge or float. */
const drawBars: DrawMark = (peaks, random) => {
  const count = pick(random, [6, 7, 8, 9]);
  const middle = pick(random, [0, 50, 100]);
  const isUpright = random() < 0.6;
  const pitch = 88 / count;
  const thickness = pitch * 0.62;
  const heights = spread(peaks, count);
  const loudest = heights.indexOf(1);
  const shapes = heights.map((height, index) => {
    const place = 6 + (index + 0.5) * pitch;
    // Bars that grow from an edge continue beyond it.
    const length = thickness + (18 + height * 50) * (middle === 50 ? 1 : 2);
    return isUpright
      ? bar(place, middle, thickness, length)
      : bar(middle, place, length, thickness);
  });
  return [
    layer('first', shapes.filter((_, index) => index !== loudest).join('')),
    layer('second', shapes[loudest] ?? ''),
  ];
};

/** Veil: folds that let through what is behind them. */
const drawFolds: DrawMark = (peaks, random) => {
  const [folds, points] = [5, 7];
  const sun = disc(22 + random() * 56, 24 + random() * 10, 12 + random() * 10);
  const heights = spread(peaks, folds * points);
  return [
    layer('second', sun),
    ...Array.from({ length: folds }, (_, fold) => {
      const left = -6 - random() * 16;
      const curve = Array.from({ length: points + 2 }, (_each, point): Point => {
        const height = heights[fold * points + (point % points)] ?? 0;
        return [left + point * 16, 52 + fold * 13 - height * 24];
      });
      return layer('first', hill(curve), 0.3);
    }),
  ];
};

/** High Pitch: thin rays. */
const drawRays: DrawMark = (peaks, random) => {
  const count = 28;
  const [x, y] = [36 + random() * 28, 36 + random() * 28];
  const start = random() * Math.PI;
  const rays = spread(peaks, count).map((height, ray) => {
    const at = (turn: number, distance: number): Point => {
      const angle = start + (2 * Math.PI * ray) / count + turn;
      return [x + Math.cos(angle) * distance, y + Math.sin(angle) * distance];
    };
    return polygon([at(-0.085, 13), at(0, 24 + height * 32), at(0.085, 13)]);
  });
  return [layer('first', rays.join('')), layer('second', disc(x, y, 8))];
};

/** Deep Voice: heavy rings around a middle at the edge. */
const drawDepths: DrawMark = (peaks, random) => {
  const [x, y] = pick(random, [
    [50, 100],
    [20, 100],
    [80, 100],
    [50, 0],
    [100, 50],
    [0, 50],
  ]);
  const inks = { first: '', second: disc(x, y, 14) };
  let radius = 14;
  for (const [ring, share] of shares(spread(peaks, 5)).entries()) {
    const inner = radius;
    radius += share * 66;
    inks[ring % 2 === 0 ? 'first' : 'second'] += disc(x, y, radius) + disc(x, y, -inner);
  }
  return [layer('first', inks.first), layer('second', inks.second)];
};

/** Robot Voice: a grid of squares. */
const drawGrid: DrawMark = (peaks, random) => {
  const count = 6;
  const pitch = 80 / count;
  const secondColumn = Math.floor(random() * count);
  const inks = { first: '', second: '' };
  for (const [cell, height] of spread(peaks, count ** 2).entries()) {
    const column = cell % count;
    const [x, y] = [10 + (column + 0.5) * pitch, 10 + (Math.floor(cell / count) + 0.5) * pitch];
    const half = (pitch * (0.16 + 0.8 * height)) / 2;
    const [left, right, top, bottom] = [x - half, x + half, y - half, y + half];
    const square = polygon([
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ]);
    inks[column === secondColumn ? 'second' : 'first'] += square;
  }
  return [layer('first', inks.first), layer('second', inks.second)];
};

/** Echo Effect: rings that spread and fade. */
const drawEchoes: DrawMark = (peaks, random) => {
  const [x, y] = [20 + random() * 60, 20 + random() * 60];
  const rings = spread(peaks, 6).map((height, ring) => {
    const radius = 21 + ring * 12;
    const path = disc(x, y, radius) + disc(x, y, 2 + height * 7 - radius);
    return layer('first', path, 1 - ring * 0.14);
  });
  return [layer('second', disc(x, y, 9)), ...rings];
};

/** Vintage Radio: the grille of an old receiver, and its knob. */
const drawGrille: DrawMark = (peaks, random) => {
  const [count, radius] = [8, 37];
  const [x, y] = [43 + random() * 14, 46];
  const pitch = (2 * radius) / count;
  const slats = spread(peaks, count).map((height, slat) => {
    const middle = y - radius + (slat + 0.5) * pitch;
    const thickness = pitch * (0.3 + 0.56 * height);
    const edge = Array.from({ length: 5 }, (_, step): Point => {
      const at = middle + (step / 4 - 0.5) * thickness;
      return [Math.sqrt(radius ** 2 - (at - y) ** 2), at];
    });
    const right = edge.map(([across, at]): Point => [x + across, at]);
    const left = edge.toReversed().map(([across, at]): Point => [x - across, at]);
    return polygon([...right, ...left]);
  });
  return [layer('first', slats.join('')), layer('second', disc(pick(random, [14, 86]), 88, 5))];
};

/** Loud Hailer: a cone of wedges from a corner or from a side. */
const drawCone: DrawMark = (peaks, random) => {
  const [x, y] = [pick(random, [0, 100]), pick(random, [0, 50, 100])];
  const [from, span] = y === 50 ? [-90, 180] : [y === 0 ? 0 : -90, 90];
  const at = (share: number): Point => {
    const angle = ((from + share * span) * Math.PI) / 180;
    return [x + (x === 0 ? 150 : -150) * Math.cos(angle), y + 150 * Math.sin(angle)];
  };
  let start = 0;
  const wedges = shares(spread(peaks, 7)).map((share) => {
    const wedge = polygon([[x, y], at(start + share * 0.22), at(start + share * 0.78)]);
    start += share;
    return wedge;
  });
  return [layer('first', wedges.join('')), layer('second', disc(x, y, 20))];
};

/** How a sleeve draws the clips of each mask. */
export const marks: Readonly<Record<VoiceFilterId, DrawMark>> = {
  original: drawBars,
  veil: drawFolds,
  chipmunk: drawRays,
  deep: drawDepths,
  robot: drawGrid,
  echo: drawEchoes,
  vintage: drawGrille,
  megaphone: drawCone,
};
