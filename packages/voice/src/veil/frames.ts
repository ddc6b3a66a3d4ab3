/** The rate at which Veil works, in Hz: what it leaves out above 8 kHz tells more of who speaks than of what is said. */
export const RATE = 16_000;

/** Samples of a frame: 32 ms, two periods of a deep voice. */
export const FRAME = 512;

/** Samples from one frame to the next, 8 ms: a quarter of a frame, so that Hann windows add up to 2. */
export const STEP = 128;

/** Frequencies of a frame's spectrum, 0 to 8 kHz. */
export const BINS = FRAME / 2 + 1;

/** Frames of a second. */
export const FRAMES_PER_SECOND = RATE / STEP;
