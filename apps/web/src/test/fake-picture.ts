import { vi } from 'vitest';

/** What was drawn: the part of the picture that was taken, and the size that it was given. */
interface Drawing {
  from: [left: number, top: number, width: number, height: number];
  to: [width: number, height: number];
}

/**
 * jsdom neither reads nor draws pictures. This reads every file as one of the
 * given size and writes it as the type that a canvas is asked for.
 *
 * @param size in pixels; none for what no browser can read
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
