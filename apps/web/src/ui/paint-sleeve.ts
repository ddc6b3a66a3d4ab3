import { cssColour } from '@undertone/domain/drawn-colours';
import type { Sleeve } from '@undertone/domain/sleeve';

const toPath = (data: string): Path2D => new Path2D(data);

interface SleevePlace {
  /** Pixels, as `top`, `size` and `radius`. */
  left: number;
  top: number;
  size: number;
  radius: number;
}

/** Paints a sleeve on a canvas, as a square with round corners. */
export function paintSleeve(
  context: CanvasRenderingContext2D,
  { ground, layers }: Sleeve,
  { left, top, size, radius }: SleevePlace,
): void {
  context.save();
  context.beginPath();
  context.roundRect(left, top, size, size, radius);
  context.clip();
  context.translate(left, top);
  context.scale(size / 100, size / 100);
  context.fillStyle = cssColour(ground);
  context.fillRect(0, 0, 100, 100);
  for (const { colour, opacity, path } of layers) {
    context.globalAlpha = opacity;
    context.fillStyle = cssColour(colour);
    context.fill(toPath(path));
  }
  context.restore();
}
