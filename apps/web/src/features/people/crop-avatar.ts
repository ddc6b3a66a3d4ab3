/** Side of a stored avatar, in pixels: the largest avatar is 96 CSS pixels wide, on screens of up to 5 device pixels each. */
const AVATAR_PIXELS = 512;

/**
 * Crops an image to its centered square, scales it down to the stored size, applies its
 * orientation, and drops its metadata, such as the location of a photo.
 *
 * @returns WebP, or PNG where the browser cannot encode WebP
 * @throws when the browser cannot decode the image
 */
export async function cropAvatar(file: Blob): Promise<Blob> {
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
