import { expect, it } from 'vitest';
import { topBarAtRest, topBarScrolled } from './top-bar-visibility.ts';

/** Whether the bar is hidden after the page was scrolled to each of these positions. */
function hiddenAfter(...positions: number[]): boolean {
  return positions.reduce(topBarScrolled, topBarAtRest).hidden;
}

it('the bar shows at the top of the page', () => {
  expect(hiddenAfter()).toBe(false);
  expect(hiddenAfter(24)).toBe(false);
});

it('the bar shows until more than 48 pixels are scrolled', () => {
  expect(hiddenAfter(30, 48)).toBe(false);
  expect(hiddenAfter(30, 49)).toBe(true);
});

it('the bar hides after 24 pixels downward, however small the steps', () => {
  expect(hiddenAfter(200, 180, 203)).toBe(false);
  expect(hiddenAfter(200, 180, 192, 204)).toBe(true);
});

it('the bar returns after 16 pixels upward, however small the steps', () => {
  expect(hiddenAfter(200, 185)).toBe(true);
  expect(hiddenAfter(200, 192, 184)).toBe(false);
});

it('distances count from the last turn', () => {
  expect(hiddenAfter(200, 190, 195, 185)).toBe(true);
});

it('the bar returns within the top 24 pixels, however the page was scrolled', () => {
  expect(hiddenAfter(60, 50, 52, 24)).toBe(false);
});

it('overscrolling beyond the top does not hide the bar', () => {
  expect(hiddenAfter(0, -40, 0)).toBe(false);
});
