import { Canvas, type Colour } from './canvas.ts';
import { drawPerson } from './draw-person.ts';

/** Pixels. Podcast directories require squares of 1400 to 3000. */
const SIZE = 1400;
const PICTURE_SIZE = 900;

/** The background of the app's dark theme. */
const NIGHT: Colour = [26, 20, 16];

/** Draws the square image of a podcast feed from a name, as a PNG file of 1400 by 1400 pixels. */
export async function drawCover(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new Canvas(SIZE, SIZE, NIGHT);
  const edge = (SIZE - PICTURE_SIZE) / 2;
  drawPerson(canvas, name, { left: edge, top: edge, size: PICTURE_SIZE });
  return canvas.toPng();
}
