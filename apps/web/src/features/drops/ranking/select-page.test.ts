import { expect, it } from 'vitest';
import { selectPage, type Candidate } from './select-page.ts';

/** Candidates by author, e.g. 'aab' for three drops of two people. */
const of = (authors: string): Candidate[] =>
  Array.from(authors, (authorId, index) => ({ id: `${index}`, authorId, key: 100 - index }));

const none = new Set<string>();

const idsOf = (candidates: readonly Candidate[]) => candidates.map(({ id }) => id);

it('selects the first candidates in their order', () => {
  const { ids, held, last } = selectPage([], of('abcdef'), none, 4);
  expect(ids).toEqual(['0', '1', '2', '3']);
  expect(held).toEqual([]);
  expect(last?.id).toBe('3');
});

it('selects at most two drops of an author, and holds the others for the next page', () => {
  const { ids, held, last } = selectPage([], of('aaabaab'), none, 4);
  expect(ids).toEqual(['0', '1', '3', '6']);
  expect(idsOf(held)).toEqual(['2', '4', '5']);
  expect(last?.id).toBe('6');
});

it('selects the held candidates first, again at most two of an author', () => {
  const { ids, held, last } = selectPage(of('aaa'), [{ id: 'x', authorId: 'b', key: 9 }], none, 4);
  expect(ids).toEqual(['0', '1', 'x']);
  expect(idsOf(held)).toEqual(['2']);
  expect(last?.id).toBe('x');
});

it('holds the candidates that a full page has no room for, and considers no others', () => {
  const { ids, held, last } = selectPage(of('abc'), of('de'), none, 2);
  expect(ids).toEqual(['0', '1']);
  expect(idsOf(held)).toEqual(['2']);
  expect(last).toBeUndefined();
});

it('neither selects nor holds hidden drops, which do not count for their author', () => {
  const { ids, held } = selectPage([], of('aaaa'), new Set(['0']), 4);
  expect(ids).toEqual(['1', '2']);
  expect(idsOf(held)).toEqual(['3']);
  expect(selectPage(of('a'), [], new Set(['0']), 4)).toMatchObject({ ids: [], held: [] });
});

it('considers all candidates when they do not fill the page', () => {
  expect(selectPage([], of('aaa'), none, 4)).toMatchObject({ last: { id: '2' } });
  expect(selectPage([], [], none, 4)).toEqual({ ids: [], held: [], last: undefined });
});
