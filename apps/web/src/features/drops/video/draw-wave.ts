import type { VideoLayout } from './video-layout.ts';

/** The number of bars, which fits the width of the video on the screen of a phone. */
export const VIDEO_BARS = 48;

const BAR_WIDTH = 10;

/** Bars of the dark theme: those still to be played, and the played ones. */
const UNPLAYED = 'oklch(0.56 0.018 66)';
const PLAYED = 'oklch(0.735 0.172 52)';

/** How much the loudest moment raises the bar that is played, as a share of the full height. */
const LIFT = 0.3;

/** How far the lift reaches to both sides, in bars. */
const LIFT_REACH = 1.6;

/** A moment of a video. */
export interface VideoMoment {
  /** The played share of the clip, 0 to 1. */
  progress: number;
  /** The loudness at this moment, 0 to 1. */
  level: number;
}

/**
 * Draws the waveform at a moment: the played bars in the colour of voice, and the bars at the playhead raised by
 * the loudness.
 *
 * @param heights of `VIDEO_BARS` bars, 0 to 1
 */
export function drawWave(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  { wave }: VideoLayout,
  heights: readonly number[],
  { progress, level }: VideoMoment,
): void {
  const pitch = (wave.width - BAR_WIDTH) / (heights.length - 1);
  const playhead = progress * wave.width;
  context.beginPath();
  for (const [index, share] of heights.entries()) {
    const x = index * pitch;
    const distance = (x + BAR_WIDTH / 2 - playhead) / pitch;
    const lift = LIFT * level * Math.exp(-((distance / LIFT_REACH) ** 2));
    const tall = Math.max(BAR_WIDTH, (share + lift) * wave.height);
    const top = wave.top + (wave.height - tall) / 2;
    context.roundRect(wave.left + x, top, BAR_WIDTH, tall, BAR_WIDTH / 2);
  }
  // The two colours meet in the bar that is played.
  const colours = context.createLinearGradient(wave.left, 0, wave.left + wave.width, 0);
  colours.addColorStop(progress, PLAYED);
  colours.addColorStop(progress, UNPLAYED);
  context.fillStyle = colours;
  context.fill();
}
