import { expect, it } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { dropFromRow } from './drop.ts';

it('reads a row as a drop', () => {
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

it('reads values of a later version as the defaults', () => {
  const drop = dropFromRow(dropRow('a', { filter_used: 'whale', privacy_level: 'neighbours' }));
  expect(drop).toMatchObject({ filter: 'original', privacyLevel: 'public' });
});
