import { encodePng } from './png.ts';
import { randomFor } from './random.ts';

/** Width and height, pixels. */
const SIZE = 256;

/** The bars of the waveform, and how much of the width they and the gaps take. */
const BARS = 7;
const PITCH = SIZE / (BARS + 4);
const THICKNESS = PITCH * 0.52;

type Colour = readonly [red: number, green: number, blue: number];

/** Hue in degrees, saturation and lightness 0 to 1, to 0 to 255. */
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

/** How far a point is inside of a bar with round ends, pixels; negative outside of it. */
const depthIn = (x: number, y: number, centre: number, height: number): number => {
  const reach = Math.max(0, (height - THICKNESS) / 2);
  const beyond = Math.max(0, Math.abs(y - SIZE / 2) - reach);
  return THICKNESS / 2 - Math.hypot(x - centre, beyond);
};

/**
 * Someone's picture: a few bars of a waveform before a night sky of their colour.
 *
 * @param hue degrees on the colour wheel
 * @param name decides on the heights of the bars
 * @returns a PNG file
 */
export function drawAvatar(hue: number, name: string): Uint8Array<ArrayBuffer> {
  const random = randomFor(name);
  const heights = Array.from({ length: BARS }, (_, index) => {
    const arch = Math.sin((Math.PI * (index + 1)) / (BARS + 1));
    return SIZE * (0.1 + 0.5 * arch * (0.45 + 0.55 * random()));
  });
  const [above, below] = [colour(hue, 0.42, 0.4), colour((hue + 30) % 360, 0.5, 0.16)];
  const light = colour(hue, 0.7, 0.91);

  const pixels = new Uint8Array(SIZE * SIZE * 3);
  for (let y = 0; y < SIZE; y++) {
    const sky = mix(above, below, y / (SIZE - 1));
    for (let x = 0; x < SIZE; x++) {
      const depth = Math.max(
        ...heights.map((height, index) => depthIn(x, y, PITCH * (index + 2.5), height)),
      );
      pixels.set(mix(sky, light, Math.min(1, Math.max(0, depth + 0.5))), (y * SIZE + x) * 3);
    }
  }
  return encodePng(pixels, SIZE);
}
