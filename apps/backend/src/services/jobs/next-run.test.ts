import { expect, it } from 'vitest';
import { nextRun } from './next-run.ts';

// A Friday.
const now = new Date('2026-02-27T10:00:30Z');

it.each([
  ['30 seconds', '2026-02-27T10:01:00.000Z'],
  [' 1 Second ', '2026-02-27T10:00:31.000Z'],
  ['* * * * *', '2026-02-27T10:01:00.000Z'],
  ['*/7 9-11 * * *', '2026-02-27T10:07:00.000Z'],
  ['0 * * * *', '2026-02-27T11:00:00.000Z'],
  ['0 12 $ * *', '2026-02-28T12:00:00.000Z'],
  ['0 0 * jan-MAR Mon', '2026-03-02T00:00:00.000Z'],
  ['0 0 * * 7', '2026-03-01T00:00:00.000Z'],
  ['@daily', '2026-02-28T00:00:00.000Z'],
])('a job with the schedule %s runs next at %s', (schedule, expected) => {
  expect(nextRun(schedule, now)?.toISOString()).toBe(expected);
});

it('a day matches one of its two fields, or both if one begins with a star', () => {
  expect(nextRun('0 0 13 * 5', now)?.toISOString()).toBe('2026-03-06T00:00:00.000Z');
  expect(nextRun('0 0 */2 * 1', now)?.toISOString()).toBe('2026-03-09T00:00:00.000Z');
});

it('a date that there is not has no next run', () => {
  expect(nextRun('0 0 30 2 *', now)).toBeNull();
});
