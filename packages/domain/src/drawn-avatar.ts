/** A bar of a drawn picture: the x of its middle, and its height without the round ends. */
interface Bar {
  readonly x: number;
  readonly height: number;
}

/**
 * A picture drawn for a person from their name: the bars of a waveform on a coloured ground. The picture
 * is 100 units wide and high; the bars are centred in its height.
 */
export interface DrawnPicture {
  /** Hue of the picture, degrees on the colour wheel. */
  readonly hue: number;
  readonly bars: readonly Bar[];
}

/** The width of a bar, in units of the picture. */
export const PICTURE_BAR_WIDTH = 5;

const BARS = 7;

/** The range of hues, in degrees: all except those around the orange that means voice. */
const FIRST_HUE = 75;
const HUES = 305;

/**
 * Draws the picture of a name. It is the same wherever it is shown, whatever the case of the letters, as
 * usernames are.
 */
export function drawPicture(name: string): DrawnPicture {
  let state = 0;
  for (const letter of name.toLowerCase()) {
    state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193) + 1;
  }
  /** The next number in [0, 1), by the linear congruential generator of Numerical Recipes, section 7.1. */
  const random = () => {
    state = Math.imul(state, 1_664_525) + 1_013_904_223;
    return (state >>> 0) / 2 ** 32;
  };
  return {
    hue: (FIRST_HUE + Math.floor(random() * HUES)) % 360,
    bars: Array.from({ length: BARS }, (_, bar) => ({
      x: 50 + (bar - (BARS - 1) / 2) * 9,
      height: 7 + 50 * random(),
    })),
  };
}

/** A colour: hue in degrees, saturation and lightness in percent. */
export type PictureColour = readonly [hue: number, saturation: number, lightness: number];

/** The colours of a picture: the background at the top and at the bottom, and the bars. */
export function pictureColours(hue: number): Record<'top' | 'bottom' | 'bars', PictureColour> {
  return { top: [hue, 45, 46], bottom: [hue + 30, 50, 17], bars: [hue, 70, 92] };
}
