import { vi } from 'vitest';

/** A call of drawImage: the source rectangle and the target size, in pixels. */
interface Drawing {
  from: [left: number, top: number, width: number, height: number];
  to: [width: number, height: number];
}

/**
 * Replaces createImageBitmap and OffscreenCanvas, which jsdom lacks: every file decodes to a picture
 * of the given size, and a canvas encodes to the requested type.
 *
 * @param size in pixels; undefined for files that cannot be decoded
 * @returns the calls of drawImage
 */
export function fakePicture(size: { width: number; height: number } | undefined): Drawing[] {
  const drawings: Drawing[] = [];
  vi.stubGlobal('createImageBitmap', async () => {
    if (!size) throw new DOMException('The source image could not be decoded.');
    return { ...size, close: () => {} };
  });
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext() {
        return {
          drawImage: (
            _image: object,
            ...at: [number, number, number, number, number, number, number, number]
          ) => {
            const [left, top, width, height, , , ...to] = at;
            drawings.push({ from: [left, top, width, height], to });
          },
        };
      }
      async convertToBlob({ type }: { type: string }) {
        return new Blob(['small'], { type });
      }
    },
  );
  return drawings;
}
