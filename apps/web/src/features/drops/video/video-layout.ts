/** A shape of the video: for posts, or for the whole screen of a phone held upright. */
export type VideoShape = 'square' | 'upright';

/** A box, in pixels of the video. */
interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where the parts of a video are, in its pixels. Lines of text are placed by their baselines. */
export interface VideoLayout {
  width: number;
  height: number;
  /** The left edge of all parts; they end as far from the right edge. */
  margin: number;
  sleeve: { left: number; top: number; size: number; radius: number };
  /** The author and the voice filter: left edge, baseline and size of the letters. */
  author: { left: number; baseline: number; size: number };
  filter: { left: number; baseline: number; size: number };
  /** The space for the title, between what is above it and the waveform, and the size of its letters. */
  title: { top: number; bottom: number; size: number };
  wave: Box;
  /** The baseline of the app's name, and the size of its letters. */
  signature: { baseline: number; size: number };
}

/** The margin of a square video; an upright one has the same. */
const MARGIN = 84;
const WIDTH = 1080;

/**
 * The layouts. Apps lay buttons over the top 250 and the lowest 340 pixels of upright videos, so that only the
 * ground and the app's name are there.
 */
export const VIDEO_LAYOUTS: Record<VideoShape, VideoLayout> = {
  square: {
    width: WIDTH,
    height: 1080,
    margin: MARGIN,
    sleeve: { left: MARGIN, top: 84, size: 184, radius: 28 },
    author: { left: 308, baseline: 164, size: 48 },
    filter: { left: 308, baseline: 224, size: 38 },
    title: { top: 300, bottom: 610, size: 80 },
    wave: { left: MARGIN, top: 640, width: WIDTH - 2 * MARGIN, height: 250 },
    signature: { baseline: 1002, size: 38 },
  },
  upright: {
    width: WIDTH,
    height: 1920,
    margin: MARGIN,
    sleeve: { left: MARGIN, top: 270, size: 480, radius: 56 },
    author: { left: MARGIN, baseline: 850, size: 54 },
    filter: { left: MARGIN, baseline: 916, size: 42 },
    title: { top: 950, bottom: 1290, size: 88 },
    wave: { left: MARGIN, top: 1310, width: WIDTH - 2 * MARGIN, height: 260 },
    signature: { baseline: 1680, size: 42 },
  },
};
