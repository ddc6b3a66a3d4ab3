/** Internal sample rate of Veil, in Hz. Sound above 8 kHz, which it discards, identifies the speaker more than it carries words. */
export const RATE = 16_000;

/** Samples of a frame: 32 ms, two periods of a deep voice. */
export const FRAME = 512;

/** Samples from one frame to the next, 8 ms: a quarter of a frame, so that Hann windows add up to 2. */
export const STEP = 128;

/** Bins of a frame's spectrum, 0 to 8 kHz. */
export const BINS = FRAME / 2 + 1;

/** Frames per second. */
export const FRAMES_PER_SECOND = RATE / STEP;
