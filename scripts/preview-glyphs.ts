// npm run preview-glyphs: generates the outlines of the letters in preview images of shared links.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Opentype from 'opentype.js';
import { root } from './lib/run.ts';

const require = createRequire(import.meta.url);
// Node cannot import named exports of this CommonJS library.
const { parse }: typeof Opentype = require('opentype.js');

const fileOf = (typeface: string, subset: string): string =>
  require.resolve(`@fontsource/${typeface}/files/${typeface}-${subset}-500-normal.woff`);

/** The code points from `first` to `last`, both included. */
const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Latin, Latin Extended-A and common punctuation, which cover most titles. */
const latin = {
  name: 'latin',
  files: [fileOf('fraunces', 'latin'), fileOf('fraunces', 'latin-ext')],
  codes: [...range(0x20, 0x17f), ...range(0x2000, 0x203a), 0x20ac, 0x2122, 0x2212],
};

/**
 * Loaded when a title needs it: more of Latin with Vietnamese, currencies, and the
 * letters of Greek and Cyrillic, which Fraunces lacks. These scripts are drawn character by
 * character: others need shaping or right-to-left layout, or take megabytes.
 */
const further = {
  name: 'further',
  files: [
    ...['latin', 'latin-ext', 'vietnamese'].map((subset) => fileOf('fraunces', subset)),
    ...['greek', 'cyrillic', 'cyrillic-ext'].map((subset) => fileOf('noto-serif', subset)),
  ],
  codes: [
    ...range(0x180, 0x24f),
    ...range(0x37e, 0x3ce),
    ...range(0x400, 0x45f),
    ...range(0x48a, 0x4ff),
    ...range(0x1e00, 0x1eff),
    ...range(0x20a0, 0x20c0),
    0x2116,
  ],
};

/** Font units per em. Coordinates are rounded to whole units, which is finer than a preview image shows. */
const size = 1000;

/** SVG path data with whole numbers. Lines of no length are left out. */
const pathData = (commands: readonly Opentype.PathCommand[]): string => {
  let place = '';
  return commands
    .flatMap(({ type, x1, y1, x2, y2, x, y }) => {
      const numbers = [x1, y1, x2, y2, x, y]
        .filter((number) => number !== undefined)
        .map((number) => Math.round(number));
      const end = numbers.slice(-2).join(' ');
      if (type === 'L' && end === place) return [];
      place = end;
      return [`${type}${numbers.join(' ').replaceAll(' -', '-')}`];
    })
    .join('');
};

type Glyphs = Record<string, [advance: number, outline: string]>;

/** The outline of each character, from the first file that contains the character. */
async function readGlyphs(files: readonly string[], codes: readonly number[]): Promise<Glyphs> {
  const glyphs: Glyphs = {};
  for (const file of files) {
    const bytes = await readFile(file);
    const font = parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    for (const code of codes) {
      const sign = String.fromCodePoint(code);
      // Combining marks are left out, since the drawing does not position them.
      if (glyphs[sign] || /\p{M}/u.test(sign) || font.charToGlyphIndex(sign) === 0) continue;
      const glyph = font.charToGlyph(sign);
      const advance = Math.round(((glyph.advanceWidth ?? 0) * size) / font.unitsPerEm);
      glyphs[sign] = [advance, pathData(glyph.getPath(0, 0, size).commands)];
    }
  }
  return glyphs;
}

for (const { name, files, codes } of [latin, further]) {
  await writeFile(
    join(root, `supabase/functions/preview-image/${name}-glyphs.gen.ts`),
    `// Made by npm run preview-glyphs from Fraunces and Noto Serif (SIL Open Font License 1.1): advance and outline, in thousandths of the size.\n` +
      `export const ${name}: Record<string, [advance: number, outline: string]> = ${JSON.stringify(await readGlyphs(files, codes))};\n`,
  );
}
