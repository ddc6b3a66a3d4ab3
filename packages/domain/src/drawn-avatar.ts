import { drawnHue, middle, night, pale, type DrawnColour } from './drawn-colours.ts';
import { seededRandom } from './seeded-random.ts';

/** A bar of a drawn picture: the x of its middle, and its height without the round ends. */
interface Bar {
  readonly x: number;
  readonly height: number;
}

/**
 * A picture drawn for an account: the bars of a waveform on a coloured ground. The picture is 100 units wide
 * and high; the bars are centred in its height.
 */
export interface DrawnPicture {
  /** The colours of the ground, at the top and at the bottom, and of the bars. */
  readonly top: DrawnColour;
  readonly bottom: DrawnColour;
  readonly ink: DrawnColour;
  readonly bars: readonly Bar[];
}

/** The width of a bar, in units of the picture. */
export const PICTURE_BAR_WIDTH = 5;

const BARS = 7;

/**
 * Draws the picture of an account, the same wherever it is shown and whatever the account is called.
 * @param id the account's id
 */
export function drawPicture(id: string): DrawnPicture {
  const random = seededRandom(id);
  const hue = drawnHue(random);
  return {
    top: middle(hue),
    bottom: night(hue),
    ink: pale(hue),
    bars: Array.from({ length: BARS }, (_, bar) => ({
      x: 50 + (bar - (BARS - 1) / 2) * 9,
      height: 7 + 50 * random(),
    })),
  };
}
