import { expect, it } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { dropFromRow } from './drop.ts';

it('converts a row to a drop', () => {
  const row = dropRow('a', { likes: [{ id: 'like' }], like_count: 3, hashtags: ['night'] });
  expect(dropFromRow(row)).toMatchObject({
    id: 'a',
    title: 'Title a',
    author: { userId: 'id-of-noor', username: 'noor' },
    filter: 'chipmunk',
    isLiked: true,
    likeCount: 3,
    hashtags: ['night'],
  });
});

it('uses defaults for missing values', () => {
  const drop = dropFromRow(dropRow('a', { title: null, author: null }));
  expect(drop.title).toBe('Untitled');
  expect(drop.author.username).toBeUndefined();
});

it('uses the default for a privacy level of a later version, and keeps its filter', () => {
  const drop = dropFromRow(dropRow('a', { filter_used: 'whale', privacy_level: 'neighbours' }));
  expect(drop).toMatchObject({ filter: 'whale', privacyLevel: 'public' });
});
