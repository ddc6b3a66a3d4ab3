import type { Outline } from './canvas.ts';
import { glyphOutlines } from './glyph-outlines.ts';
import { latin } from './latin-glyphs.gen.ts';

type Glyphs = Readonly<Record<string, readonly [advance: number, outline: string]>>;

/** Outlines and advances are in thousandths of the size. */
const UNITS = 1000;

const ELLIPSIS = '…';

/** Pictures and what joins and colours them, and signs that show nothing: a title says the same without. */
const UNSPOKEN =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Default_Ignorable_Code_Point}\p{C}\u20E3]/u;

/** The letters that the words of a card are set in. */
export class Typeface {
  readonly #glyphs: Glyphs;

  constructor(glyphs: Glyphs = latin) {
    this.#glyphs = glyphs;
  }

  /**
   * A text as it can be set: in one line, without pictures.
   * @returns null when letters of it are missing: the rest would not be what was written
   */
  settable(text: string): string | null {
    const signs = Array.from(text.normalize('NFC').replaceAll(/\s+/g, ' ')).filter(
      (sign) => this.#glyphs[sign] !== undefined || !UNSPOKEN.test(sign),
    );
    const isWhole = signs.every((sign) => this.#glyphs[sign] !== undefined);
    return isWhole ? signs.join('').replaceAll(/ +/g, ' ').trim() : null;
  }

  /** How wide a line is, in pixels. */
  widthOf(text: string, size: number): number {
    const advances = Array.from(text).map((sign) => this.#glyphs[sign]?.[0] ?? 0);
    return advances.reduce((width, advance) => width + advance, 0) * (size / UNITS);
  }

  /** Each letter's outlines, the first one standing at x on the line y. */
  outlinesOf(text: string, x: number, y: number, size: number): Outline[][] {
    let left = x;
    return Array.from(text).map((sign) => {
      const [advance, path] = this.#glyphs[sign] ?? [0, ''];
      const outlines = glyphOutlines(path, left, y, size / UNITS);
      left += advance * (size / UNITS);
      return outlines;
    });
  }

  /** Breaks a text between words into lines of a width; what goes beyond the last one is cut off. */
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

/** What a text is set in, and how. */
interface Setting {
  readonly typeface: Typeface;
  readonly text: string;
}

/**
 * The typeface that has every letter of a text, which for Latin is at hand and for Greek and
 * Cyrillic is loaded.
 * @returns null for a text of any other script, and for one that says nothing
 */
export async function setText(text: string): Promise<Setting | null> {
  const plain = new Typeface();
  const settable = plain.settable(text);
  if (settable !== null) return settable === '' ? null : { typeface: plain, text: settable };
  const { further } = await import('./further-glyphs.gen.ts');
  const typeface = new Typeface({ ...latin, ...further });
  const words = typeface.settable(text);
  return words ? { typeface, text: words } : null;
}
