import { LOGO_PATH, LOGO_STROKE } from '../../../packages/domain/src/logo.ts';
import type { SleeveClip } from '../../../packages/domain/src/sleeve.ts';
import { waveformBars } from '../../../packages/domain/src/waveform-bars.ts';
import { Canvas, type Colour } from './canvas.ts';
import { drawPerson, personCanvas } from './draw-person.ts';
import { sleeveCanvas } from './draw-sleeve.ts';
import { chooseTypeface, Typeface } from './typeface.ts';

/** Pixels. Clients that show Open Graph images do not crop this size. */
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 84;

/** Colours of the app's dark theme. */
const NIGHT: Colour = [26, 20, 16];
const INK: Colour = [244, 236, 223];
const SOFT: Colour = [176, 163, 148];
const QUIET: Colour = [70, 59, 51];
const VOICE: Colour = [255, 138, 61];

const BAR_WIDTH = 8;

/** Where a card has its words and its wave, pixels. */
interface Layout {
  readonly left: number;
  readonly width: number;
  readonly titleSize: number;
  /** The distance of baselines. */
  readonly titleLine: number;
  readonly titleLines: number;
  readonly bars: number;
  /** Height and vertical centre of the wave; larger on a card without a title. */
  readonly wave: Wave;
  readonly largeWave: Wave;
}

interface Wave {
  readonly height: number;
  readonly middle: number;
}

const WHOLE_CARD: Layout = {
  left: MARGIN,
  width: WIDTH - 2 * MARGIN,
  titleSize: 76,
  titleLine: 88,
  titleLines: 2,
  bars: 60,
  wave: { height: 150, middle: 430 },
  largeWave: { height: 230, middle: 395 },
};

/** A square picture fills the right of the card: a drop's sleeve, or the picture of a person. */
const BESIDE_PICTURE: Layout = {
  left: 64,
  width: WIDTH - HEIGHT - 2 * 64,
  titleSize: 58,
  titleLine: 66,
  titleLines: 3,
  bars: 32,
  wave: { height: 110, middle: 464 },
  largeWave: { height: 190, middle: 390 },
};

const FIRST_BASELINE = 134;
const NAME_SIZE = 38;

/** A person's picture beside their name, pixels. */
const SMALL_PICTURE = { size: 60, gap: 20 };

export interface Card {
  /** Null for a drop without a title. It is not drawn when the typeface lacks one of its letters. */
  title: string | null;
  /** The owner's name, below the title or in its place. Latin letters only. */
  name?: string;
  /** Shown after the name. Latin letters only. */
  note?: string;
  /** The drop, with its waveform and its sleeve. Without one the card has a decorative wave. */
  drop?: SleeveClip;
  /** The id of the account that the person's picture is drawn for: beside the name of a drop's author, else large. */
  picture?: string | undefined;
}

/** Draws the card of a shared link, as a PNG file of 1200 by 630 pixels. */
export async function drawCard({
  title,
  name,
  note,
  drop,
  picture,
}: Card): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new Canvas(WIDTH, HEIGHT, NIGHT);
  const square = drawSquare(drop, picture);
  if (square) canvas.place(square, WIDTH - HEIGHT, 0);
  const layout = square ? BESIDE_PICTURE : WHOLE_CARD;
  const latin = new Typeface();
  const words = title === null ? null : await chooseTypeface(title);
  const { typeface, text } = words ?? { typeface: latin, text: name ?? '' };
  const { left, width, titleSize, titleLine } = layout;
  // A title may be wrapped or truncated; a name is shown in full.
  const size = words ? titleSize : fittingSize(typeface, text, titleSize, width);
  const lines = words ? typeface.wrap(text, size, width, layout.titleLines) : [text];
  for (const [index, line] of lines.entries()) {
    write(canvas, typeface, line, left, FIRST_BASELINE + index * titleLine, size, INK);
  }
  const details = [words && name, note].filter((detail) => typeof detail === 'string').join(' · ');
  const baseline = FIRST_BASELINE + (lines.length - 1) * titleLine + 68;
  const isBeside = picture !== undefined && drop !== undefined;
  const indent = isBeside ? SMALL_PICTURE.size + SMALL_PICTURE.gap : 0;
  const detailsSize = fittingSize(latin, details, NAME_SIZE, width - indent);
  write(canvas, latin, details, left + indent, baseline, detailsSize, SOFT);
  if (isBeside) {
    // The middle of the letters is a third of their size above the baseline.
    const top = baseline - NAME_SIZE / 3 - SMALL_PICTURE.size / 2;
    drawPerson(canvas, picture, { left, top, size: SMALL_PICTURE.size });
  }
  drawWave(canvas, drop?.waveform, layout, words ? layout.wave : layout.largeWave);
  drawSignature(canvas, latin, square ? left : undefined);
  return canvas.toPng();
}

function drawSquare(drop: SleeveClip | undefined, picture: string | undefined): Canvas | undefined {
  if (drop) return sleeveCanvas(drop, HEIGHT);
  return picture === undefined ? undefined : personCanvas(picture, HEIGHT);
}

/** The size at which a line is not wider than a width, at most the usual one. */
function fittingSize(typeface: Typeface, line: string, usual: number, width: number): number {
  const whole = typeface.widthOf(line, usual);
  return whole > width ? (usual * width) / whole : usual;
}

function write(
  canvas: Canvas,
  typeface: Typeface,
  line: string,
  x: number,
  y: number,
  size: number,
  colour: Colour,
): void {
  for (const letter of typeface.outlinesOf(line, x, y, size)) canvas.fillOutlines(letter, colour);
}

function drawWave(
  canvas: Canvas,
  waveform: readonly number[] | undefined,
  { left, width, bars }: Layout,
  { height: whole, middle }: Wave,
): void {
  const heights = waveform ? waveformBars(waveform, bars) : decorativeWave(bars);
  const pitch = (width - BAR_WIDTH) / (bars - 1);
  for (const [index, height] of heights.entries()) {
    const tall = Math.max(BAR_WIDTH, height * whole);
    const colour = waveform ? VOICE : QUIET;
    canvas.bar(left + index * pitch, middle - tall / 2, BAR_WIDTH, tall, colour);
  }
}

/** The bar heights of a decorative wave, which rises to the middle and falls again. */
function decorativeWave(bars: number): number[] {
  return Array.from({ length: bars }, (_, bar) => {
    const place = bar / (bars - 1);
    return 0.08 + Math.sin(Math.PI * place) ** 3 * (0.45 + 0.35 * Math.sin(bar * 1.9));
  });
}

/** @param start the left edge; by default the signature ends at the right margin */
function drawSignature(canvas: Canvas, typeface: Typeface, start?: number): void {
  const size = 34;
  const word = 'Undertone';
  const logoWidth = 50;
  const left =
    start === undefined ? WIDTH - MARGIN - typeface.widthOf(word, size) : start + logoWidth;
  const baseline = HEIGHT - 58;
  write(canvas, typeface, word, left, baseline, size, INK);
  drawLogo(canvas, left - logoWidth, baseline - 28, 1.45);
}

/** @param scale pixels of a unit of the logo */
function drawLogo(canvas: Canvas, left: number, top: number, scale: number): void {
  const round = LOGO_STROKE / 2;
  // Each bar is written as `Mx yvlength`.
  for (const bar of LOGO_PATH.split('M').slice(1)) {
    const [x = 0, y = 0, length = 0] = bar.split(/[ v]/).map(Number);
    canvas.bar(
      left + (x - round) * scale,
      top + (y - round) * scale,
      LOGO_STROKE * scale,
      (length + LOGO_STROKE) * scale,
      INK,
    );
  }
}
