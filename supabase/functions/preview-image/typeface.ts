import type { Outline } from './canvas.ts';
import { pathOutlines } from './path-outlines.ts';
import { latin } from './latin-glyphs.gen.ts';

type Glyphs = Readonly<Record<string, readonly [advance: number, outline: string]>>;

/** Units of outlines and advances per em. */
const UNITS = 1000;

const ELLIPSIS = '…';

/** Characters that are left out of a title: emoji with their modifiers, and invisible characters. */
const OMITTED =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Default_Ignorable_Code_Point}\p{C}\u20E3]/u;

/** A font's glyphs, and the layout of text in them. */
export class Typeface {
  readonly #glyphs: Glyphs;

  constructor(glyphs: Glyphs = latin) {
    this.#glyphs = glyphs;
  }

  /**
   * Removes emoji and line breaks from a text.
   * @returns null when the typeface lacks one of its letters
   */
  drawableText(text: string): string | null {
    const signs = Array.from(text.normalize('NFC').replaceAll(/\s+/g, ' ')).filter(
      (sign) => this.#glyphs[sign] !== undefined || !OMITTED.test(sign),
    );
    const isWhole = signs.every((sign) => this.#glyphs[sign] !== undefined);
    return isWhole ? signs.join('').replaceAll(/ +/g, ' ').trim() : null;
  }

  /** Width of a line, pixels. */
  widthOf(text: string, size: number): number {
    const advances = Array.from(text).map((sign) => this.#glyphs[sign]?.[0] ?? 0);
    return advances.reduce((width, advance) => width + advance, 0) * (size / UNITS);
  }

  /** The outlines of each letter of a line that begins at x, on the baseline y. */
  outlinesOf(text: string, x: number, y: number, size: number): Outline[][] {
    let left = x;
    return Array.from(text).map((sign) => {
      const [advance, path] = this.#glyphs[sign] ?? [0, ''];
      const outlines = pathOutlines(path, left, y, size / UNITS);
      left += advance * (size / UNITS);
      return outlines;
    });
  }

  /** Wraps a text at words into lines of a width, and truncates the last line with an ellipsis. */
  wrap(text: string, size: number, width: number, lines: number): string[] {
    const wrapped: string[] = [];
    let line = '';
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line === '' || this.widthOf(longer, size) <= width) {
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
      return isCut || this.widthOf(each, size) > width ? this.#shorten(each, size, width) : each;
    });
  }

  #shorten(text: string, size: number, width: number): string {
    const signs = Array.from(text);
    while (signs.length > 0 && this.widthOf(`${signs.join('')}${ELLIPSIS}`, size) > width) {
      signs.pop();
    }
    return `${signs.join('').trimEnd()}${ELLIPSIS}`;
  }
}

/** A text without the characters that are not drawn, and a typeface that has all its letters. */
interface TypesetText {
  readonly typeface: Typeface;
  readonly text: string;
}

/**
 * Finds the typeface that has every letter of a text. Greek and Cyrillic letters are loaded on
 * demand.
 * @returns null for a text in another script, and for one without visible characters
 */
export async function chooseTypeface(text: string): Promise<TypesetText | null> {
  const plain = new Typeface();
  const drawable = plain.drawableText(text);
  if (drawable !== null) return drawable === '' ? null : { typeface: plain, text: drawable };
  const { further } = await import('./further-glyphs.gen.ts');
  const typeface = new Typeface({ ...latin, ...further });
  const words = typeface.drawableText(text);
  return words ? { typeface, text: words } : null;
}
