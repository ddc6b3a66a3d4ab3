import { describe, expect, it } from 'vitest';
import { cardTime, relativeTime, relativeTimeAgo } from './relative-time.ts';

// At noon where the test runs: dates on cards are the reader's.
const now = new Date(2026, 2, 10, 12);
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

it.each([
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

it('a time in the future is shown as 0s', () => {
  expect(relativeTime(before(-30), now)).toBe('0s');
});

it('relativeTimeAgo appends ago', () => {
  expect(relativeTimeAgo(before(5 * MINUTE), now)).toBe('5m ago');
});

describe('the time on a drop card', () => {
  it('is relative for up to seven days', () => {
    expect(cardTime(before(7 * DAY), now)).toBe('7d');
  });

  it('is a date after more than seven days', () => {
    expect(cardTime(before(7 * DAY + 1), now)).toBe('Mar 3');
  });
});
