import { expect, it } from 'vitest';
import { searchParams } from './search-params.ts';

const read = searchParams({ q: 'text', tab: ['drops', 'liked', 'replies'] });

it.each([
  [
    { q: ' rain ', tab: 'liked' },
    { q: 'rain', tab: 'liked' },
  ],
  [{ q: 1984 }, { q: '1984' }],
  [{ q: '', tab: 'drops' }, {}],
  [{ q: ['a', 'b'], tab: 'nonsense' }, {}],
  [{ tab: ['liked'], other: 'x' }, {}],
  [{}, {}],
])('the search %j has the valid parameters %j', (search, params) => {
  expect(read(search)).toEqual(params);
});
