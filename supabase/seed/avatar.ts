import { pick, randomFor } from './random.ts';
import { encodePng, TRUE_COLOUR } from '../functions/_shared/png.ts';

/** Width and height, pixels. */
const SIZE = 256;

/** Possible numbers of bars. */
const BARS = [5, 6, 7, 9] as const;

type Colour = readonly [red: number, green: number, blue: number];

/** Converts hue (degrees), saturation and lightness (0 to 1) to channels from 0 to 255. */
function colour(hue: number, saturation: number, lightness: number): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

const mix = (from: Colour, to: Colour, share: number): Colour => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

interface Bar {
  /** Centre, pixels from the left. */
  readonly centre: number;
  /** All of it, and of that the part with parallel sides, pixels. */
  readonly thickness: number;
  readonly straight: number;
}

/** Bars around the centre of the picture, with random heights. */
function drawBars(name: string): Bar[] {
  const random = randomFor(name);
  const count = pick(random, BARS);
  const distance = (SIZE * 0.62) / count;
  const thickness = distance * 0.54;
  return Array.from({ length: count }, (_, index) => ({
    centre: SIZE / 2 + (index - (count - 1) / 2) * distance,
    thickness,
    straight: SIZE * 0.52 * random() ** 0.8,
  }));
}

/** Depth of a point inside a bar with round ends, pixels; negative outside. */
const depthIn = ({ centre, thickness, straight }: Bar, x: number, y: number): number => {
  const beyond = Math.max(0, Math.abs(y - SIZE / 2) - straight / 2);
  return thickness / 2 - Math.hypot(x - centre, beyond);
};

/**
 * Draws an avatar: bars of a waveform on a dark gradient of the hue.
 *
 * @param hue degrees on the colour wheel
 * @param name seeds the bars
 * @returns a PNG file
 */
export function drawAvatar(hue: number, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const bars = drawBars(name);
  const [above, below] = [colour(hue, 0.45, 0.46), colour((hue + 30) % 360, 0.5, 0.17)];
  const light = colour(hue, 0.7, 0.92);

  const pixels = new Uint8Array(SIZE * SIZE * 3);
  for (let y = 0; y < SIZE; y++) {
    const sky = mix(above, below, y / (SIZE - 1));
    for (let x = 0; x < SIZE; x++) {
      const depth = Math.max(...bars.map((bar) => depthIn(bar, x, y)));
      pixels.set(mix(sky, light, Math.min(1, Math.max(0, depth + 0.5))), (y * SIZE + x) * 3);
    }
  }
  return encodeSquare(pixels, SIZE);
}

const BYTES_PER_PIXEL = 3;

/** Filter type: each row as the difference from the row above, small in a gradient. PNG specification, section 9. */
const UP = 2;

/**
 * Encodes a square picture as a PNG file.
 *
 * @param pixels red, green and blue of each pixel, 0 to 255, row by row
 * @param size width and height, pixels
 */
function encodeSquare(pixels: Uint8Array, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const stride = size * BYTES_PER_PIXEL;
  const rows = new Uint8Array(size * (stride + 1));
  for (let y = 0; y < size; y++) {
    const start = y * (stride + 1);
    rows[start] = UP;
    for (let x = 0; x < stride; x++) {
      const above = y === 0 ? 0 : pixels[(y - 1) * stride + x]!;
      rows[start + 1 + x] = pixels[y * stride + x]! - above;
    }
  }
  return encodePng(size, size, TRUE_COLOUR, rows);
}
