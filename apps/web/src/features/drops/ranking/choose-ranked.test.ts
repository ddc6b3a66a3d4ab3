import { expect, it } from 'vitest';
import { chooseRanked, type Candidate } from './choose-ranked.ts';

/** Candidates by author, e.g. 'aab' for three drops of two people. */
const of = (authors: string): Candidate[] =>
  Array.from(authors, (authorId, index) => ({ id: `${index}`, authorId, key: 100 - index }));

const none = new Set<string>();

it('takes the first in their order', () => {
  const { ids, last } = chooseRanked(of('abcdef'), none, 4);
  expect(ids).toEqual(['0', '1', '2', '3']);
  expect(last?.id).toBe('3');
});

it('takes at most two of an author', () => {
  const { ids, last } = chooseRanked(of('aaabaab'), none, 4);
  expect(ids).toEqual(['0', '1', '3', '6']);
  expect(last?.id).toBe('6');
});

it('leaves out what is to be left out, which does not count for its author', () => {
  const { ids } = chooseRanked(of('aaaa'), new Set(['0']), 4);
  expect(ids).toEqual(['1', '2']);
});

it('has considered all when too few are left', () => {
  expect(chooseRanked(of('aaa'), none, 4)).toMatchObject({ ids: ['0', '1'], last: { id: '2' } });
  expect(chooseRanked([], none, 4)).toEqual({ ids: [], last: undefined });
});
