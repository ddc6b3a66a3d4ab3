import { expect, it } from 'vitest';
import { beyond, cursorPage, cursorPageBothWays, olderThan } from './cursor.ts';

const rowOf = (id: string) => ({ id, created_at: `2026-01-01T00:00:0${id}.123456+00:00` });

it('a full page has a next page that begins at its last row', () => {
  const page = cursorPage(['3', '2', '1'].map(rowOf), 3, ({ id }) => id);
  expect(page).toEqual({
    items: ['3', '2', '1'],
    next: { id: '1', createdAt: '2026-01-01T00:00:01.123456+00:00' },
  });
});

it('a page that is not full has no next page', () => {
  expect(cursorPage(['2', '1'].map(rowOf), 3, ({ id }) => id).next).toBeUndefined();
  expect(
    cursorPage([], 3, ({ id }: { id: string; created_at: string }) => id).next,
  ).toBeUndefined();
});

it('olderThan matches earlier rows and, of the same moment, lower ids', () => {
  expect(olderThan({ id: 'x', createdAt: '2026-01-01T00:00:00.5+00:00' })).toBe(
    'created_at.lt."2026-01-01T00:00:00.5+00:00",' +
      'and(created_at.eq."2026-01-01T00:00:00.5+00:00",id.lt."x")',
  );
});

const placeOf = (id: string) => ({ id, createdAt: rowOf(id).created_at });

it('a page of a list that drops pages has a start for both neighbours', () => {
  const idOf = ({ id }: { id: string }) => id;
  const first = cursorPageBothWays(undefined, ['9', '8'].map(rowOf), 2, idOf);
  expect(first).toEqual({ items: ['9', '8'], next: placeOf('8') });
  const second = cursorPageBothWays(first.next, ['7', '6'].map(rowOf), 2, idOf);
  expect(second).toEqual({
    items: ['7', '6'],
    next: placeOf('6'),
    previous: { ...placeOf('7'), newer: true },
  });
  // Newer rows arrive with the nearest first.
  const back = cursorPageBothWays(second.previous, ['8', '9'].map(rowOf), 2, idOf);
  expect(back).toEqual({
    items: ['9', '8'],
    next: placeOf('8'),
    previous: { ...placeOf('9'), newer: true },
  });
  const end = cursorPageBothWays(back.previous, [], 2, idOf);
  expect(end).toEqual({ items: [], next: back.previous, previous: undefined });
});

it('newerThan matches later rows and, of the same moment, higher ids', () => {
  expect(beyond({ id: 'x', createdAt: 't', newer: true })).toBe(
    'created_at.gt."t",and(created_at.eq."t",id.gt."x")',
  );
  expect(beyond({ id: 'x', createdAt: 't' })).toBe(olderThan({ id: 'x', createdAt: 't' }));
});
