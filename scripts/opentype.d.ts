/** The part of opentype.js that the scripts use; the library has no types. */
declare module 'opentype.js' {
  /** A segment of an outline: control points and end point. */
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
