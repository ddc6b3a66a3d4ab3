import { waveformBars } from '../../../packages/domain/src/waveform-bars.ts';
import { Canvas, type Colour } from './canvas.ts';
import { drawPerson } from './draw-person.ts';
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

const BARS = 60;
const BAR_WIDTH = 8;

/** Height and vertical centre of the waveform, pixels; larger on a card without a title. */
const USUAL_WAVE = { height: 150, middle: 430 };
const LARGE_WAVE = { height: 230, middle: 395 };

/** A person's picture beside their name, and in place of the waveform: left edge, top and size, pixels. */
const SMALL_PICTURE = { size: 60, gap: 20 };
const LARGE_PICTURE = { left: MARGIN, top: 296, size: 230 };

const TITLE_SIZE = 76;
const TITLE_LINE = 88;
const NAME_SIZE = 38;

/** The logo's bars: left edge, top and height, on a grid of 24. */
const LOGO = [
  [2.1, 1.6, 14.3],
  [6.4, 10.6, 9.3],
  [10.6, 14.1, 8.3],
  [14.9, 10.6, 9.3],
  [19.1, 1.6, 14.3],
] as const;

interface Card {
  /** Null for a drop without a title. It is not drawn when the typeface lacks one of its letters. */
  title: string | null;
  /** The owner's name, below the title or in its place. Latin letters only. */
  name?: string;
  /** Shown after the name. Latin letters only. */
  note?: string;
  /** Peaks from 0 to 100. Without peaks the card has the person's picture or a decorative wave. */
  waveform?: readonly number[];
  /** The username that the person's picture is drawn from. */
  picture?: string | undefined;
}

/** Draws the card of a shared link, as a PNG file of 1200 by 630 pixels. */
export async function drawCard({
  title,
  name,
  note,
  waveform,
  picture,
}: Card): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new Canvas(WIDTH, HEIGHT, NIGHT);
  const latin = new Typeface();
  const words = title === null ? null : await chooseTypeface(title);
  const { typeface, text } = words ?? { typeface: latin, text: name ?? '' };
  const room = WIDTH - 2 * MARGIN;
  // A title may be wrapped or truncated; a name is shown in full.
  const size = words
    ? TITLE_SIZE
    : Math.min(TITLE_SIZE, (TITLE_SIZE * room) / typeface.widthOf(text, TITLE_SIZE));
  const lines = words ? typeface.wrap(text, size, room, 2) : [text];
  for (const [index, line] of lines.entries()) {
    write(canvas, typeface, line, MARGIN, 150 + index * TITLE_LINE, size, INK);
  }
  const details = [words && name, note].filter((detail) => typeof detail === 'string').join(' · ');
  const baseline = 150 + (lines.length - 1) * TITLE_LINE + 62;
  const { size: small, gap } = SMALL_PICTURE;
  const isBeside = picture !== undefined && waveform !== undefined;
  const left = isBeside ? MARGIN + small + gap : MARGIN;
  write(canvas, latin, details, left, baseline, NAME_SIZE, SOFT);
  if (isBeside) {
    // The middle of the letters is a third of their size above the baseline.
    const top = baseline - NAME_SIZE / 3 - small / 2;
    drawPerson(canvas, picture, { left: MARGIN, top, size: small });
  }
  if (picture !== undefined && !isBeside) drawPerson(canvas, picture, LARGE_PICTURE);
  else drawWave(canvas, waveform, words ? USUAL_WAVE : LARGE_WAVE);
  drawSignature(canvas, latin);
  return canvas.toPng();
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
  { height: whole, middle }: typeof USUAL_WAVE,
): void {
  const heights = waveform ? waveformBars(waveform, BARS) : decorativeWave();
  const pitch = (WIDTH - 2 * MARGIN - BAR_WIDTH) / (BARS - 1);
  for (const [index, height] of heights.entries()) {
    const tall = Math.max(BAR_WIDTH, height * whole);
    canvas.bar(
      MARGIN + index * pitch,
      middle - tall / 2,
      BAR_WIDTH,
      tall,
      waveform ? VOICE : QUIET,
    );
  }
}

/** The bar heights of a decorative wave, which rises to the middle and falls again. */
function decorativeWave(): number[] {
  return Array.from({ length: BARS }, (_, bar) => {
    const place = bar / (BARS - 1);
    return 0.08 + Math.sin(Math.PI * place) ** 3 * (0.45 + 0.35 * Math.sin(bar * 1.9));
  });
}

function drawSignature(canvas: Canvas, typeface: Typeface): void {
  const size = 34;
  const word = 'Undertone';
  const left = WIDTH - MARGIN - typeface.widthOf(word, size);
  const baseline = HEIGHT - 58;
  write(canvas, typeface, word, left, baseline, size, INK);
  const scale = 1.45;
  for (const [x, y, height] of LOGO) {
    canvas.bar(left - 50 + x * scale, baseline - 28 + y * scale, 2.75 * scale, height * scale, INK);
  }
}
