import { expect, it } from 'vitest';
import { halfCounted, rankingReason } from './reasons.ts';

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
  [{}, 'posted 6h ago'],
  [{ listened: 12, liked: 5 }, '12 people listened to the end, 5 liked it, posted 6h ago'],
  [{ commented: 1 }, '1 person commented, posted 6h ago'],
  [
    { listened: 1, listened_new: 1, liked_new: 1, commented: 3, bookmarked: 2 },
    '2 people listened to the end, 1 liked it, 3 commented, 2 bookmarked it, posted 6h ago',
  ],
])('%o: %s', (counted, words) => {
  expect(rankingReason({ ...nothing, ...counted }, postedAt, now)).toBe(words);
});

it('knows how many count half', () => {
  expect(halfCounted(nothing)).toBe(0);
  expect(halfCounted({ ...nothing, listened: 9, listened_new: 2, liked_new: 1 })).toBe(2);
});
