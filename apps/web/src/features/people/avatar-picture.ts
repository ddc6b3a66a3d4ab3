/** Side of a stored avatar, in pixels: the largest one on a page is 96 CSS pixels, on a screen of up to five pixels each. */
const AVATAR_PIXELS = 512;

/**
 * An image as an avatar is stored: its square middle, no larger than it is ever
 * shown, upright, and without what a camera writes into a photo, such as where
 * it was taken.
 *
 * @returns WebP, or PNG where the browser writes no WebP
 * @throws when the browser cannot read the image
 */
export async function avatarPicture(file: Blob): Promise<Blob> {
  const image = await createImageBitmap(file);
  const side = Math.min(image.width, image.height);
  const [left, top] = [(image.width - side) / 2, (image.height - side) / 2];
  const pixels = Math.min(side, AVATAR_PIXELS);
  const canvas = new OffscreenCanvas(pixels, pixels);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no room to draw.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, left, top, side, side, 0, 0, pixels, pixels);
  image.close();
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
}
