import type { DrawnColour } from '@undertone/domain/drawn-colours';
import { describe, expect, it } from 'vitest';
import { contrast } from '#test/contrast.ts';
import source from './theme.css?raw';

/** The colour of a token in a theme, read from theme.css. */
function colour(token: string, theme: 'light' | 'dark'): DrawnColour {
  const declaration = new RegExp(`--${token}: ([^;]+);`).exec(source)?.[1] ?? '';
  const colours = [...declaration.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)];
  const [, lightness, chroma, hue] = (theme === 'dark' ? colours.at(-1) : colours[0]) ?? [];
  if (hue === undefined) throw new Error(`theme.css has no colour --${token}.`);
  return [Number(lightness), Number(chroma), Number(hue)];
}

/** Pairs of text and background: WCAG 2.2 AA requires 4.5. */
const text = [
  ...['ink', 'ink-soft', 'ink-faint'].flatMap((ink) =>
    ['paper', 'paper-raised', 'paper-sunken'].map((paper) => [ink, paper] as const),
  ),
  ['ink', 'paper-hover'],
  ['ink-soft', 'paper-hover'],
  ['ink-inverse', 'ink'],
  ['ink', 'line'],
  ['ink-soft', 'line'],
  ['ink', 'voice-wash'],
  ['ink-soft', 'voice-wash'],
  ['voice-ink', 'voice'],
  ['voice-ink', 'voice-deep'],
  ['danger', 'paper'],
  ['danger', 'paper-raised'],
  ['danger', 'danger-wash'],
  ['success', 'paper'],
  ['success', 'paper-raised'],
  ['night-ink', 'night'],
] as const;

/** Pairs of a control's shape or the played part and background: WCAG 2.2 AA requires 3. */
const shapes = [
  ['line-strong', 'paper'],
  ['line-strong', 'paper-raised'],
  ['voice', 'paper'],
  ['like', 'paper-raised'],
  ['voice', 'paper-raised'],
] as const;

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(text)('text in %s on %s has enough contrast', (ink, paper) => {
    expect(contrast(colour(ink, theme), colour(paper, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(shapes)('a shape in %s on %s has enough contrast', (shape, paper) => {
    expect(contrast(colour(shape, theme), colour(paper, theme))).toBeGreaterThanOrEqual(3);
  });
});
