// npm run preview-glyphs: the outlines of the letters that the cards of shared links are set in.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Opentype from 'opentype.js';
import { root } from './lib/run.ts';

const require = createRequire(import.meta.url);
// Node takes the library's CommonJS, whose parts it cannot name in an import.
const { parse }: typeof Opentype = require('opentype.js');

/** Each has letters that the one before lacks. */
const files = ['latin', 'latin-ext'].map((subset) =>
  require.resolve(`@fontsource/fraunces/files/fraunces-${subset}-500-normal.woff`),
);

/** Font units are whole numbers: finer outlines than these show on no card. */
const size = 1000;

/** SVG's path data: a letter and whole numbers. */
const pathData = (commands: readonly Opentype.PathCommand[]): string =>
  commands
    .map(({ type, x1, y1, x2, y2, x, y }) => {
      const numbers = [x1, y1, x2, y2, x, y].filter((number) => number !== undefined);
      return `${type}${numbers
        .map((number) => Math.round(number))
        .join(' ')
        .replaceAll(' -', '-')}`;
    })
    .join('');

const glyphs: Record<string, [advance: number, outline: string]> = {};
for (const file of files) {
  const bytes = await readFile(file);
  const font = parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  // Latin, its first extension, and the punctuation that people type.
  const codes = [...Array(0x180 - 0x20).keys()].map((code) => code + 0x20);
  for (const code of [...codes, ...Array.from({ length: 0x30 }, (_, index) => 0x2000 + index)]) {
    const sign = String.fromCodePoint(code);
    if (glyphs[sign] || font.charToGlyphIndex(sign) === 0) continue;
    const glyph = font.charToGlyph(sign);
    const advance = Math.round(((glyph.advanceWidth ?? 0) * size) / font.unitsPerEm);
    glyphs[sign] = [advance, pathData(glyph.getPath(0, 0, size).commands)];
  }
}
await writeFile(
  join(root, 'supabase/functions/preview-image/glyphs.gen.ts'),
  `// Made by npm run preview-glyphs from Fraunces (SIL Open Font License 1.1): advance and outline, in thousandths of the size.\n` +
    `export const glyphs: Record<string, [advance: number, outline: string]> = ${JSON.stringify(glyphs)};\n`,
);
