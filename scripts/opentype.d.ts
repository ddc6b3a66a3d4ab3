/** What the scripts use of opentype.js, which brings no types. */
declare module 'opentype.js' {
  /** Its curve's control points, and where it ends. */
  export interface PathCommand {
    readonly type: string;
    readonly x1?: number;
    readonly y1?: number;
    readonly x2?: number;
    readonly y2?: number;
    readonly x?: number;
    readonly y?: number;
  }
  interface Glyph {
    readonly advanceWidth?: number;
    getPath(x: number, y: number, size: number): { commands: readonly PathCommand[] };
  }
  interface Font {
    readonly unitsPerEm: number;
    charToGlyph(sign: string): Glyph;
    charToGlyphIndex(sign: string): number;
  }
  export function parse(bytes: ArrayBuffer): Font;
}
