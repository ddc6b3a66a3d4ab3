import { personCanvas } from './draw-person.ts';

/** Pixels. Podcast directories require squares of 1400 to 3000. */
const COVER_SIZE = 1400;

/**
 * Draws the square image of a podcast feed as a PNG file of 1400 by 1400 pixels.
 * @param subject the id of the feed's account, or a hashtag
 */
export const drawCover = (subject: string): Promise<Uint8Array<ArrayBuffer>> =>
  personCanvas(subject, COVER_SIZE).toPng();
