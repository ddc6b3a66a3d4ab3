import { expect, it } from 'vitest';
import { rankMatches } from './rank-matches.ts';

const match = (
  title: string | null,
  more: { username?: string; hashtags?: string[]; hot?: number } = {},
) => ({
  title,
  username: 'ada',
  hashtags: [],
  hot: 0,
  ...more,
});

it('the best match comes first, and among equal matches the hottest', () => {
  const best = [
    match('Rain'),
    match('Rain on the roof', { hot: 5 }),
    match('Rainy', { hot: 4 }),
    match('A walk', { username: 'RAIN', hot: 9 }),
    match('Home', { hashtags: ['rain'], hot: 8 }),
    match('A rainy walk', { hot: 99 }),
    match('By train', { hot: 100 }),
    match(null, { username: 'terrain', hot: 1 }),
  ];
  expect(rankMatches('rain', best.toReversed())).toEqual(best);
});

it.each(['@ada', '#ada'])('%s is a name as well as a hashtag', (words) => {
  const found = [match('Adagio'), match('Home', { username: 'ada' })];
  expect(rankMatches(words, found)[0]).toBe(found[0]);
  expect(rankMatches(words, [match('x', { username: 'adam', hot: 9 }), found[1]!])[0]).toBe(
    found[1],
  );
});

it('hashtags at the end of a title are no part of its words', () => {
  const found = [match('Rain #weather', { hot: 1 }), match('Rain on the roof', { hot: 2 })];
  expect(rankMatches('rain', found.toReversed())).toEqual(found);
});
