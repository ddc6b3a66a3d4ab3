import { encodePng, TRUE_COLOUR } from '../_shared/png.ts';

export type Colour = readonly [red: number, green: number, blue: number];

/** A closed outline: alternating x and y, in pixels. */
export type Outline = readonly number[];

/** Scan lines per row of pixels. Several smooth nearly horizontal edges. */
const SAMPLES = 5;

/** An image in the form of PNG rows: three bytes for each pixel, and a byte for the filter before each row. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly #rows: Uint8Array<ArrayBuffer>;

  constructor(width: number, height: number, background: Colour) {
    this.width = width;
    this.height = height;
    const row = new Uint8Array(1 + width * 3);
    for (let x = 0; x < width; x += 1) row.set(background, 1 + x * 3);
    this.#rows = new Uint8Array(height * row.length);
    for (let y = 0; y < height; y += 1) this.#rows.set(row, y * row.length);
  }

  #offset(x: number, y: number): number {
    return y * (1 + this.width * 3) + 1 + x * 3;
  }

  /**
   * Fills outlines by the non-zero winding rule, as for fonts: holes have the opposite direction.
   *
   * @param colour for a gradient, the colour of the row of pixels at `y`
   * @param opacity 0 to 1
   */
  fillOutlines(
    outlines: readonly Outline[],
    colour: Colour | ((y: number) => Colour),
    opacity = 1,
  ): void {
    const edges = outlines.flatMap(edgesOf);
    if (edges.length === 0) return;
    const top = Math.max(0, Math.floor(Math.min(...edges.map(({ y1 }) => y1))));
    const bottom = Math.min(this.height, Math.ceil(Math.max(...edges.map(({ y2 }) => y2))));
    const xs = edges.flatMap(({ x1, x2 }) => [x1, x2]);
    const left = Math.max(0, Math.floor(Math.min(...xs)));
    const right = Math.min(this.width, Math.ceil(Math.max(...xs)));
    const coverage = new Float32Array(Math.max(0, right - left));
    for (let y = top; y < bottom; y += 1) {
      coverage.fill(0);
      const rowColour = typeof colour === 'function' ? colour(y) : colour;
      const rowEdges = edges.filter(({ y1, y2 }) => y1 < y + 1 && y < y2);
      for (let sample = 0; sample < SAMPLES; sample += 1) {
        addSpans(coverage, crossings(rowEdges, y + (sample + 0.5) / SAMPLES), left);
      }
      for (let index = 0; index < coverage.length; index += 1) {
        const share = Math.min(1, coverage[index]! / SAMPLES);
        if (share > 0) this.#blend(this.#offset(left + index, y), rowColour, share * opacity);
      }
    }
  }

  /** Draws an upright bar with round ends. */
  bar(x: number, y: number, width: number, height: number, colour: Colour): void {
    const radius = width / 2;
    const points: number[] = [];
    for (const [centre, start] of [
      [y + radius, 1],
      [y + height - radius, 0],
    ] as const) {
      for (let step = 0; step <= 16; step += 1) {
        const angle = Math.PI * (start + step / 16);
        points.push(x + radius + radius * Math.cos(angle), centre + radius * Math.sin(angle));
      }
    }
    this.fillOutlines([points], colour);
  }

  /** Draws another image, which must lie within this one. `left` and `top` are whole pixels. */
  place(image: Canvas, left: number, top: number): void {
    for (let y = 0; y < image.height; y += 1) {
      const from = image.#offset(0, y);
      const row = image.#rows.subarray(from, from + image.width * 3);
      this.#rows.set(row, this.#offset(left, top + y));
    }
  }

  #blend(at: number, colour: Colour, share: number): void {
    for (let index = 0; index < 3; index += 1) {
      const below = this.#rows[at + index]!;
      this.#rows[at + index] = below + (colour[index]! - below) * share;
    }
  }

  /** Encodes the image as a PNG file. */
  toPng(): Promise<Uint8Array<ArrayBuffer>> {
    return encodePng(this.width, this.height, TRUE_COLOUR, this.#rows);
  }
}

/** A non-horizontal edge of an outline, from top to bottom. */
interface Edge {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  /** 1 for an edge drawn downwards, -1 for one drawn upwards. */
  readonly winding: 1 | -1;
}

function edgesOf(outline: Outline): Edge[] {
  const edges: Edge[] = [];
  for (let index = 0; index < outline.length; index += 2) {
    const [x1, y1] = [outline[index]!, outline[index + 1]!];
    const [x2, y2] = [
      outline[(index + 2) % outline.length]!,
      outline[(index + 3) % outline.length]!,
    ];
    if (y1 < y2) edges.push({ x1, y1, x2, y2, winding: 1 });
    if (y1 > y2) edges.push({ x1: x2, y1: y2, x2: x1, y2: y1, winding: -1 });
  }
  return edges;
}

/** The x coordinates at which a horizontal line at y enters and leaves the filled area, alternating. */
function crossings(edges: readonly Edge[], y: number): number[] {
  const crossed = edges
    .filter(({ y1, y2 }) => y1 <= y && y < y2)
    .map(({ x1, y1, x2, y2, winding }) => ({ x: x1 + ((y - y1) / (y2 - y1)) * (x2 - x1), winding }))
    .sort((one, other) => one.x - other.x);
  const ends: number[] = [];
  let depth = 0;
  for (const { x, winding } of crossed) {
    const wasOutside = depth === 0;
    depth += winding;
    if (wasOutside || depth === 0) ends.push(x);
  }
  return ends;
}

/** Adds the filled fraction of each pixel to its coverage. `left` is the x of the first pixel. */
function addSpans(coverage: Float32Array, ends: readonly number[], left: number): void {
  for (let index = 0; index + 1 < ends.length; index += 2) {
    const from = Math.max(0, ends[index]! - left);
    const to = Math.min(coverage.length, ends[index + 1]! - left);
    for (let x = Math.floor(from); x < to; x += 1) {
      coverage[x]! += Math.min(to, x + 1) - Math.max(from, x);
    }
  }
}
