import type { VideoEncoding } from './video-encoding.ts';
import type { VideoLayout } from './video-layout.ts';

/** A video to be made, as the page sends it to the worker. */
export interface VideoJob {
  encoding: VideoEncoding;
  layout: VideoLayout;
  /** All that does not move. */
  picture: ImageBitmap;
  /** One channel at `DECODED_RATE`. */
  samples: Float32Array<ArrayBuffer>;
}

/** A message from the worker to the page: the progress, 0 to 1, or the outcome. */
export type VideoMessage = { progress: number } | { done: Blob } | { failed: string };
