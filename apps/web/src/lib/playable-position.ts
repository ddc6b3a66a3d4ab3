/** Seconds before the end. One frame of an MP3 file is 0.026 s. */
const END = 0.05;

/**
 * A position to seek to in a clip. At the very end, Chrome fails to read some MP3 files and reports an error in
 * place of the end.
 *
 * @param position seconds
 * @param duration seconds; NaN while it is not known
 */
export const playablePosition = (position: number, duration: number): number =>
  position > duration - END ? duration - END : position;
