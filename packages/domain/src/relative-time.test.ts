import { expect, it } from 'vitest';
import { cardTime, relativeTime, relativeTimeAgo } from './relative-time.ts';

// Noon in the time zone of the test, since dates on cards are in the reader's.
const now = new Date(2026, 2, 10, 12);
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

it.each([
  // In the future.
  [-30, '0s'],
  [0, '0s'],
  [59, '59s'],
  [MINUTE, '1m'],
  [HOUR - 1, '59m'],
  [HOUR, '1h'],
  [DAY - 1, '23h'],
  [DAY, '1d'],
  [40 * DAY, '40d'],
])('%d seconds ago is %s', (seconds, label) => {
  expect(relativeTime(before(seconds), now)).toBe(label);
});

it('relativeTimeAgo appends ago', () => {
  expect(relativeTimeAgo(before(5 * MINUTE), now)).toBe('5m ago');
});

it('the time on a drop card is relative for up to seven days, and then a date', () => {
  expect(cardTime(before(7 * DAY), now)).toBe('7d');
  expect(cardTime(before(7 * DAY + 1), now)).toBe('Mar 3');
});
