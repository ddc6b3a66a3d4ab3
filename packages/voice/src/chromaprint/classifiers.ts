import type { Image } from './image.ts';

/** Compares parts of a rectangle of notes and times: its position is relative, its size in notes and frames. */
type Filter = (image: Image, time: number, note: number, notes: number, frames: number) => number;

const compare = (a: number, b: number) => Math.log((1 + a) / (1 + b));

/** How loud it is; and the difference between its halves, its quarters and its thirds. */
const FILTERS: readonly Filter[] = [
  (image, t, n, notes, frames) => compare(image.area(t, n, t + frames, n + notes), 0),
  (image, t, n, notes, frames) => {
    const middle = n + Math.floor(notes / 2);
    return compare(
      image.area(t, middle, t + frames, n + notes),
      image.area(t, n, t + frames, middle),
    );
  },
  (image, t, n, notes, frames) => {
    const middle = t + Math.floor(frames / 2);
    return compare(
      image.area(middle, n, t + frames, n + notes),
      image.area(t, n, middle, n + notes),
    );
  },
  (image, t, n, notes, frames) => {
    const [time, note] = [t + Math.floor(frames / 2), n + Math.floor(notes / 2)];
    return compare(
      image.area(t, note, time, n + notes) + image.area(time, n, t + frames, note),
      image.area(t, n, time, note) + image.area(time, note, t + frames, n + notes),
    );
  },
  (image, t, n, notes, frames) => {
    const third = Math.floor(notes / 3);
    return compare(
      image.area(t, n + third, t + frames, n + 2 * third),
      image.area(t, n, t + frames, n + third) + image.area(t, n + 2 * third, t + frames, n + notes),
    );
  },
  (image, t, n, notes, frames) => {
    const third = Math.floor(frames / 3);
    return compare(
      image.area(t + third, n, t + 2 * third, n + notes),
      image.area(t, n, t + third, n + notes) + image.area(t + 2 * third, n, t + frames, n + notes),
    );
  },
];

/** A filter, its first note, its notes and frames, and the three values that separate its four classes. */
type Classifier = readonly [number, number, number, number, number, number, number];

/** Those of Chromaprint's default algorithm, which were learnt from music. */
const CLASSIFIERS: readonly Classifier[] = [
  [0, 4, 3, 15, 1.98215, 2.35817, 2.63523],
  [4, 4, 6, 15, -1.03809, -0.651211, -0.282167],
  [1, 0, 4, 16, -0.298702, 0.119262, 0.558497],
  [3, 8, 2, 12, -0.105439, 0.0153946, 0.135898],
  [3, 4, 4, 8, -0.142891, 0.0258736, 0.200632],
  [4, 0, 3, 5, -0.826319, -0.590612, -0.368214],
  [1, 2, 2, 9, -0.557409, -0.233035, 0.0534525],
  [2, 7, 3, 4, -0.0646826, 0.00620476, 0.0784847],
  [2, 6, 2, 16, -0.192387, -0.029699, 0.215855],
  [2, 1, 3, 2, -0.0397818, -0.00568076, 0.0292026],
  [5, 10, 1, 15, -0.53823, -0.369934, -0.190235],
  [3, 6, 2, 10, -0.124877, 0.0296483, 0.139239],
  [2, 1, 1, 14, -0.101475, 0.0225617, 0.231971],
  [3, 5, 6, 4, -0.0799915, -0.00729616, 0.063262],
  [1, 9, 2, 12, -0.272556, 0.019424, 0.302559],
  [3, 4, 2, 14, -0.164292, -0.0321188, 0.0846339],
];

/** The frames of the widest classifier. */
export const CLASSIFIED_FRAMES = 16;

/** Neighbouring classes differ in one bit. */
const GRAY_CODES = [0, 1, 3, 2] as const;

/** The 32 bits of the classes at a time, as a signed number. */
export function classify(image: Image, time: number): number {
  let bits = 0;
  for (const [filter, note, notes, frames, ...limits] of CLASSIFIERS) {
    const value = FILTERS[filter]!(image, time, note, notes, frames);
    const passed = limits.filter((limit) => value >= limit).length;
    bits = (bits << 2) | GRAY_CODES[passed]!;
  }
  return bits;
}
