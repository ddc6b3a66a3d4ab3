import {
  drawPicture,
  PICTURE_BAR_WIDTH,
  pictureColours,
  type PictureColour,
} from '../../../packages/domain/src/drawn-avatar.ts';
import type { Canvas, Colour } from './canvas.ts';

/** Points of the outline of a disc. */
const CORNERS = 96;

/**
 * Draws the app's default picture of a person who has not uploaded one: a disc with bars.
 * `left`, `top` and `size` are pixels.
 */
export function drawPerson(
  canvas: Canvas,
  name: string,
  { left, top, size }: { left: number; top: number; size: number },
): void {
  const { hue, bars } = drawPicture(name);
  const colours = pictureColours(hue);
  const [above, below] = [rgb(colours.top), rgb(colours.bottom)];
  const radius = size / 2;
  const disc = Array.from({ length: CORNERS }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / CORNERS;
    return [left + radius + radius * Math.cos(angle), top + radius + radius * Math.sin(angle)];
  });
  canvas.fillOutlines([disc.flat()], (y) => mix(above, below, (y - top) / size));
  const unit = size / 100;
  for (const { x, height } of bars) {
    canvas.bar(
      left + (x - PICTURE_BAR_WIDTH / 2) * unit,
      top + (50 - (height + PICTURE_BAR_WIDTH) / 2) * unit,
      PICTURE_BAR_WIDTH * unit,
      (height + PICTURE_BAR_WIDTH) * unit,
      rgb(colours.bars),
    );
  }
}

const mix = (from: Colour, to: Colour, share: number): Colour => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

/** Converts hue, saturation and lightness to channels from 0 to 255. CSS Color 4, section 7.1. */
function rgb([hue, saturation, lightness]: PictureColour): Colour {
  const light = lightness / 100;
  const reach = (saturation / 100) * Math.min(light, 1 - light);
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    return 255 * (light - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}
