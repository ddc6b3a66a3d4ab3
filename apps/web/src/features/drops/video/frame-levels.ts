import { rootMeanSquare } from '@undertone/voice/gain';

/** How much of its level a frame keeps of the frame before, so that the bars fall slowly. */
const DECAY = 0.82;

/**
 * The loudness of each frame of a video, 0 to 1, relative to the loudest.
 *
 * @param frameLength samples in a frame, 1 or more, not always a whole number
 */
export function frameLevels(samples: Float32Array, frameLength: number): number[] {
  const count = Math.ceil(samples.length / frameLength);
  const levels = Array.from({ length: count }, (_, frame) => {
    const from = Math.floor(frame * frameLength);
    const to = Math.max(from + 1, Math.floor((frame + 1) * frameLength));
    return rootMeanSquare(samples.subarray(from, to));
  });
  const loudest = Math.max(...levels) || 1;
  let last = 0;
  return levels.map((level) => {
    last = Math.max(level / loudest, last * DECAY);
    return last;
  });
}
