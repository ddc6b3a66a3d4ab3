import { drawPicture, PICTURE_BAR_WIDTH } from '../../../packages/domain/src/drawn-avatar.ts';
import { Canvas, type Colour, type Outline } from './canvas.ts';
import { rgbColour } from './rgb-colour.ts';

/** Points of the outline of a disc. */
const CORNERS = 96;

interface Place {
  /** Pixels, as `top` and `size`. */
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

/** Draws the app's default picture of a person who has not uploaded one: a disc with bars. */
export function drawPerson(canvas: Canvas, id: string, place: Place): void {
  const radius = place.size / 2;
  const disc = Array.from({ length: CORNERS }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / CORNERS;
    return [
      place.left + radius + radius * Math.cos(angle),
      place.top + radius + radius * Math.sin(angle),
    ];
  });
  drawPersonIn(canvas, disc.flat(), id, place);
}

/** Draws the same picture as a square. @param size its side, pixels */
export function personCanvas(id: string, size: number): Canvas {
  const canvas = new Canvas(size, size, [0, 0, 0]);
  drawPersonIn(canvas, [0, 0, size, 0, size, size, 0, size], id, { left: 0, top: 0, size });
  return canvas;
}

function drawPersonIn(
  canvas: Canvas,
  outline: Outline,
  id: string,
  { left, top, size }: Place,
): void {
  const picture = drawPicture(id);
  const above = rgbColour(picture.top);
  const below = rgbColour(picture.bottom);
  const ink = rgbColour(picture.ink);
  canvas.fillOutlines([outline], (y) => mix(above, below, (y - top) / size));
  const unit = size / 100;
  for (const { x, height } of picture.bars) {
    canvas.bar(
      left + (x - PICTURE_BAR_WIDTH / 2) * unit,
      top + (50 - (height + PICTURE_BAR_WIDTH) / 2) * unit,
      PICTURE_BAR_WIDTH * unit,
      (height + PICTURE_BAR_WIDTH) * unit,
      ink,
    );
  }
}

const mix = (from: Colour, to: Colour, share: number): Colour => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];
