// npm run preview-glyphs: the outlines of the letters that the cards of shared links are set in.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Opentype from 'opentype.js';
import { root } from './lib/run.ts';

const require = createRequire(import.meta.url);
// Node takes the library's CommonJS, whose parts it cannot name in an import.
const { parse }: typeof Opentype = require('opentype.js');

const fileOf = (typeface: string, subset: string): string =>
  require.resolve(`@fontsource/${typeface}/files/${typeface}-${subset}-500-normal.woff`);

/** Signs from one code to another, both included. */
const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Latin, its first extension, and the punctuation that people type: what most titles are of. */
const latin = {
  name: 'latin',
  files: [fileOf('fraunces', 'latin'), fileOf('fraunces', 'latin-ext')],
  codes: [...range(0x20, 0x17f), ...range(0x2000, 0x203a), 0x20ac, 0x2122, 0x2212],
};

/**
 * What a drawing loads when a title needs it: more of Latin with Vietnamese, currencies, and the
 * letters of Greek and Cyrillic, which Fraunces lacks. These scripts stand as they are typed, sign
 * after sign: others have to be shaped or turned round, or weigh megabytes.
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

/** Font units are whole numbers: finer outlines than these show on no card. */
const size = 1000;

/** SVG's path data: a letter and whole numbers. Lines that lead nowhere are left out. */
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

/** Of each sign the outline in the first file that has it. */
async function readGlyphs(files: readonly string[], codes: readonly number[]): Promise<Glyphs> {
  const glyphs: Glyphs = {};
  for (const file of files) {
    const bytes = await readFile(file);
    const font = parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    for (const code of codes) {
      const sign = String.fromCodePoint(code);
      // A mark that stands on the sign before it has no place of its own here.
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
