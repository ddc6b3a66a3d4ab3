import { expect, it } from 'vitest';
import { halfCounted, rankingReason, rankingRule } from './reasons.ts';

const now = new Date('2026-01-01T12:00:00Z');
const postedAt = new Date('2026-01-01T06:00:00Z');

const nothing = {
  listened: 0,
  listened_new: 0,
  liked: 0,
  liked_new: 0,
  commented: 0,
  commented_new: 0,
  bookmarked: 0,
  bookmarked_new: 0,
};

it.each([
  [{}, 'posted 6 hours ago'],
  [{ listened: 12, liked: 5 }, '12 people listened to the end, 5 liked it, posted 6 hours ago'],
  [{ commented: 1 }, '1 person commented, posted 6 hours ago'],
  [
    { listened: 1, listened_new: 1, liked_new: 1, commented: 3, bookmarked: 2 },
    '2 people listened to the end, 1 liked it, 3 commented, 2 bookmarked it, posted 6 hours ago',
  ],
])('describes the counts %o as “%s”', (counted, words) => {
  expect(rankingReason({ ...nothing, ...counted }, postedAt, now)).toBe(words);
});

it.each([
  ['2026-01-01T11:59:59Z', 'posted 1 second ago'],
  ['2026-01-01T11:58:00Z', 'posted 2 minutes ago'],
  ['2026-01-01T11:00:00Z', 'posted 1 hour ago'],
  ['2025-12-29T11:00:00Z', 'posted 3 days ago'],
  ['2026-01-02T12:00:00Z', 'posted 0 seconds ago'],
])('describes the age of a drop from %s as “%s”', (moment, words) => {
  expect(rankingReason(nothing, new Date(moment), now)).toBe(words);
});

it('returns how many of the people count half', () => {
  expect(halfCounted(nothing)).toBe(0);
  expect(halfCounted({ ...nothing, listened: 9, listened_new: 2, liked_new: 1 })).toBe(2);
});

it.each([
  ['hot', 'Every 12 hours that a voice drop is older'],
  ['trending', 'Every hour that a voice drop is older'],
] as const)('the rule of %s names the weights and the half-life', (list, words) => {
  const rule = rankingRule(list);
  expect(rule).toContain(
    'somebody who listens to the end counts 1, a like 2, a comment 3, a bookmark 2; accounts that were created from one network within a day add at most 2 together.',
  );
  expect(rule).toContain(words);
});
