import { isVoiceFilterId } from '../../voice/src/filter-ids.ts';
import { drawnHue, middle, night, pale, type DrawnColour } from './drawn-colours.ts';
import { seededRandom } from './seeded-random.ts';
import { marks } from './sleeve-marks.ts';

/** A clip, as far as its sleeve shows it. */
export interface SleeveClip {
  /** Peaks on any scale. */
  readonly waveform: readonly number[];
  /** Id of the voice filter. The mark of an unknown one, of a later version, is that of the original voice. */
  readonly filter: string;
  /** The drop's id; by default the composition follows from the waveform. */
  readonly id?: string | undefined;
  /**
   * The account's id. Without it the hue follows from the clip alone, as it must for a clip that should not say
   * whose it is.
   */
  readonly userId?: string | undefined;
}

/** The picture of a clip: shapes, in order, on a coloured square of 100 units. */
export interface Sleeve {
  readonly ground: DrawnColour;
  readonly layers: readonly SleeveLayer[];
}

interface SleeveLayer {
  readonly colour: DrawnColour;
  /** 0 to 1. */
  readonly opacity: number;
  /** SVG path data: M, L, C and Z with absolute coordinates. */
  readonly path: string;
}

/** The paper of the app's light theme, a little darker. */
const PAPER: DrawnColour = [0.925, 0.024, 85];

/** The hue opposite to the orange that means voice. */
const FARTHEST_HUE = 246;

/** The hue beside a hue, 45 degrees farther from the orange. */
const neighbouringHue = (hue: number): number =>
  (hue + ((FARTHEST_HUE - hue + 360) % 360 < 180 ? 45 : 315)) % 360;

/** Ground, first ink and second ink, from the hue of the account and a neighbouring one. */
type Print = (hue: number, neighbour: number) => readonly [DrawnColour, DrawnColour, DrawnColour];

const onPaper: Print = (hue, neighbour) => [PAPER, [0.36, 0.085, hue], [0.64, 0.1, neighbour]];

const prints: readonly Print[] = [
  onPaper,
  (hue, neighbour) => [middle(hue), pale(hue), night(neighbour)],
  (hue, neighbour) => [night(hue), [0.84, 0.075, hue], [0.6, 0.1, neighbour]],
  (hue, neighbour) => [[0.8, 0.07, hue], [0.3, 0.075, hue], pale(neighbour)],
  (hue, neighbour) => [
    [0.4, 0.085, hue],
    [0.86, 0.06, neighbour],
    [0.62, 0.1, hue],
  ],
  (hue, neighbour) => [pale(hue), [0.5, 0.1, hue], [0.32, 0.07, neighbour]],
];

/**
 * Draws the sleeve of a clip, the same wherever it is shown. The sleeves of an account share a hue; waveform, mask
 * and id of the drop make each its own.
 */
export function drawSleeve({ waveform, filter, id, userId }: SleeveClip): Sleeve {
  const seed = id ?? waveform.join();
  const random = seededRandom(seed);
  const hue = drawnHue(seededRandom(userId ?? seed));
  const print = prints[Math.floor(random() * prints.length)] ?? onPaper;
  const [ground, first, second] = print(hue, neighbouringHue(hue));
  const inks = { first, second };
  const drawMark = marks[isVoiceFilterId(filter) ? filter : 'original'];
  return {
    ground,
    layers: drawMark(waveform, random).map(({ ink, opacity, path }) => ({
      colour: inks[ink],
      opacity,
      path,
    })),
  };
}
