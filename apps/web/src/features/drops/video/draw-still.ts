import { ANONYMOUS } from '@undertone/domain/display-name';
import { drawPicture } from '@undertone/domain/drawn-avatar';
import { removeTrailingHashtags } from '@undertone/domain/hashtags-in-text';
import { LOGO_PATH, LOGO_STROKE } from '@undertone/domain/logo';
import { drawSleeve } from '@undertone/domain/sleeve';
import { defaultTitle, UNTITLED } from '@undertone/domain/title';
import { filterName } from '@undertone/domain/voice-filter-name';
import type { Drop } from '#features/drops/drop.ts';
import { clipOf } from '#features/player/track.ts';
import { paintSleeve } from '#ui/paint-sleeve.ts';
import type { VideoLayout } from './video-layout.ts';
import { wrapText } from './wrap-text.ts';

/** The colours of the dark theme. */
const NIGHT = 'oklch(0.17 0.011 58)';
const INK = 'oklch(0.935 0.018 82)';
const INK_SOFT = 'oklch(0.79 0.02 76)';

const MAX_TITLE_LINES = 3;

/** The distance of two baselines, relative to the size of the letters. */
const LINE_HEIGHT = 1.14;

/** The first letter of a text that is written from right to left, as `dir="auto"` finds it. */
const STARTS_RIGHT_TO_LEFT = /^\P{L}*[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u;

/** What a video shows of a drop, besides its sound. */
export type VideoDrop = Pick<Drop, 'id' | 'title' | 'filter' | 'author' | 'waveform'>;

/**
 * Prepares all of a video that does not move: the ground, the sleeve, the author and the filter, the title and the
 * app's name. Waits for the app's typefaces.
 *
 * @returns a function that draws it
 */
export async function prepareStill(
  layout: VideoLayout,
  drop: VideoDrop,
): Promise<(context: CanvasRenderingContext2D) => void> {
  const title = writtenTitle(drop);
  const { userId, username = ANONYMOUS } = drop.author;
  const author = `@${username}`;
  const filter = filterName(drop.filter);
  const fonts = {
    title: `500 ${layout.title.size}px ${typeface('--font-display')}`,
    author: `600 ${layout.author.size}px ${typeface('--font-sans')}`,
    filter: `400 ${layout.filter.size}px ${typeface('--font-sans')}`,
    signature: `500 ${layout.signature.size}px ${typeface('--font-display')}`,
  };
  // A fallback that the device lacks is not an error: the next one in the list is used.
  await Promise.allSettled([
    document.fonts.load(fonts.title, `${title}${APP_NAME}`),
    document.fonts.load(fonts.author, author),
    document.fonts.load(fonts.filter, filter),
  ]);
  const [, , hue] = drawPicture(userId).top;
  const sleeve = drawSleeve(clipOf(drop));
  return (context) => {
    drawGround(context, layout, hue);
    paintSleeve(context, sleeve, layout.sleeve);
    write(context, author, layout.author, fonts.author, INK);
    write(context, filter, layout.filter, fonts.filter, INK_SOFT);
    drawTitle(context, layout, title, fonts.title);
    drawSignature(context, layout, fonts.signature);
  };
}

/** The title that a person wrote, without the hashtags at its end; empty if there is none. */
function writtenTitle({ title, filter }: VideoDrop): string {
  const words = removeTrailingHashtags(title);
  return words === defaultTitle(filter) || words === UNTITLED ? '' : words;
}

/** The fonts of a custom property of the theme, with their fallbacks. */
const typeface = (property: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(property) || 'sans-serif';

/** The night, with a glow of the account's hue from above. */
function drawGround(
  context: CanvasRenderingContext2D,
  { width, height }: VideoLayout,
  hue: number,
): void {
  context.fillStyle = NIGHT;
  context.fillRect(0, 0, width, height);
  const glow = context.createRadialGradient(0, 0, 0, 0, 0, height);
  glow.addColorStop(0, `oklch(0.42 0.09 ${hue} / 0.55)`);
  glow.addColorStop(1, `oklch(0.27 0.05 ${hue} / 0)`);
  context.fillStyle = glow;
  context.fillRect(0, 0, width, height);
}

function write(
  context: CanvasRenderingContext2D,
  text: string,
  { left, baseline }: { left: number; baseline: number },
  font: string,
  colour: string,
): void {
  context.font = font;
  context.fillStyle = colour;
  context.fillText(text, left, baseline);
}

/** Draws the title in the middle of its space. */
function drawTitle(
  context: CanvasRenderingContext2D,
  { width, margin, title }: VideoLayout,
  text: string,
  font: string,
): void {
  context.save();
  context.font = font;
  context.fillStyle = INK;
  const isRightToLeft = STARTS_RIGHT_TO_LEFT.test(text);
  context.direction = isRightToLeft ? 'rtl' : 'ltr';
  const widthOf = (words: string) => context.measureText(words).width;
  const lines = wrapText(text, width - 2 * margin, MAX_TITLE_LINES, widthOf);
  const pitch = title.size * LINE_HEIGHT;
  const middle = (title.top + title.bottom) / 2;
  // The middle of the small letters is a quarter of their size above the baseline.
  const first = middle - ((lines.length - 1) * pitch) / 2 + title.size / 4;
  for (const [index, line] of lines.entries()) {
    context.fillText(line, isRightToLeft ? width - margin : margin, first + index * pitch);
  }
  context.restore();
}

const APP_NAME = 'Undertone';

/** Draws the app's logo and name. */
function drawSignature(
  context: CanvasRenderingContext2D,
  { margin, signature: { baseline, size } }: VideoLayout,
  font: string,
): void {
  const unit = (size * 1.1) / 24;
  context.save();
  context.translate(margin, baseline - size);
  context.scale(unit, unit);
  context.lineWidth = LOGO_STROKE;
  context.lineCap = 'round';
  context.strokeStyle = INK;
  context.stroke(new Path2D(LOGO_PATH));
  context.restore();
  write(context, APP_NAME, { left: margin + size * 1.5, baseline }, font, INK);
}
