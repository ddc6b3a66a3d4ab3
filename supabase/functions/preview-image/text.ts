import type { Outline } from './canvas.ts';
import { glyphs } from './glyphs.gen.ts';

/** Outlines and advances are in thousandths of the size. */
const UNITS = 1000;

/** Straight pieces that a curve is drawn with. */
const PIECES = 6;

const ELLIPSIS = '…';

/** What the typeface has no letters for is left out: other scripts, and pictures. */
export function printable(text: string): string {
  return Array.from(text.normalize('NFC'))
    .filter((sign) => glyphs[sign] !== undefined)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** How wide a line is, in pixels. */
export function widthOf(text: string, size: number): number {
  return (
    Array.from(text).reduce((width, sign) => width + (glyphs[sign]?.[0] ?? 0), 0) * (size / UNITS)
  );
}

/** Each letter's outlines, the first one standing at x on the line y. */
export function outlinesOf(text: string, x: number, y: number, size: number): Outline[][] {
  let left = x;
  return Array.from(text).map((sign) => {
    const [advance, path] = glyphs[sign] ?? [0, ''];
    const outlines = flatten(path, left, y, size / UNITS);
    left += advance * (size / UNITS);
    return outlines;
  });
}

/** Breaks a text between words into lines of a width; what goes beyond the last one is cut off. */
export function wrap(text: string, size: number, width: number, lines: number): string[] {
  const wrapped: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || widthOf(longer, size) <= width) {
      line = longer;
      continue;
    }
    wrapped.push(line);
    line = word;
  }
  wrapped.push(line);
  const kept = wrapped.slice(0, lines);
  return kept.map((each, index) => {
    const isCut = index === lines - 1 && wrapped.length > lines;
    return isCut || widthOf(each, size) > width ? shorten(each, size, width) : each;
  });
}

function shorten(text: string, size: number, width: number): string {
  const signs = Array.from(text);
  while (signs.length > 0 && widthOf(`${signs.join('')}${ELLIPSIS}`, size) > width) signs.pop();
  return `${signs.join('').trimEnd()}${ELLIPSIS}`;
}

/** SVG path data of absolute M, L, Q, C and Z as closed outlines of straight pieces. */
function flatten(path: string, left: number, base: number, scale: number): Outline[] {
  const outlines: number[][] = [];
  let current: number[] = [];
  let [x, y] = [0, 0];
  const to = (nextX: number, nextY: number) => {
    [x, y] = [nextX, nextY];
    current.push(left + x * scale, base + y * scale);
  };
  for (const [, command = '', values = ''] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const numbers = [...values.matchAll(/-?\d+(?:\.\d+)?/g)].map(Number);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
    if (command === 'M') {
      current = [];
      outlines.push(current);
      to(a, b);
    } else if (command === 'L') {
      to(a, b);
    } else if (command === 'Q') {
      const [startX, startY] = [x, y];
      curve((t, u) =>
        to(u * u * startX + 2 * u * t * a + t * t * c, u * u * startY + 2 * u * t * b + t * t * d),
      );
    } else if (command === 'C') {
      const [startX, startY] = [x, y];
      curve((t, u) =>
        to(
          u ** 3 * startX + 3 * u * u * t * a + 3 * u * t * t * c + t ** 3 * e,
          u ** 3 * startY + 3 * u * u * t * b + 3 * u * t * t * d + t ** 3 * f,
        ),
      );
    }
  }
  return outlines;
}

/** Calls for each piece's end with its share of the curve, and what is left of it. */
function curve(draw: (share: number, rest: number) => void): void {
  for (let piece = 1; piece <= PIECES; piece += 1) draw(piece / PIECES, 1 - piece / PIECES);
}
