import { drawSleeve, type SleeveClip } from '@undertone/domain/sleeve';
import { paintSleeve } from './paint-sleeve.ts';

/**
 * The sleeve of a clip as a PNG image in a data URL, for what the system shows. It is made on the device, so it needs
 * no network and no permission.
 *
 * @param size its side, pixels
 * @returns undefined if the browser has no canvas for it
 */
export function sleeveImage(clip: SleeveClip, size: number): string | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  paintSleeve(context, drawSleeve(clip), { left: 0, top: 0, size, radius: 0 });
  return canvas.toDataURL();
}
