import { expect, it } from 'vitest';
import { cursorPage, olderThan } from './cursor.ts';

const rowOf = (id: string) => ({ id, created_at: `2026-01-01T00:00:0${id}.123456+00:00` });

it('goes on from the last row of a full page', () => {
  const page = cursorPage(['3', '2', '1'].map(rowOf), 3, ({ id }) => id);
  expect(page).toEqual({
    items: ['3', '2', '1'],
    next: { id: '1', createdAt: '2026-01-01T00:00:01.123456+00:00' },
  });
});

it('ends with a page that is not full', () => {
  expect(cursorPage(['2', '1'].map(rowOf), 3, ({ id }) => id).next).toBeUndefined();
  expect(
    cursorPage([], 3, ({ id }: { id: string; created_at: string }) => id).next,
  ).toBeUndefined();
});

it('asks for what is older and, of the same moment, for lower ids', () => {
  expect(olderThan({ id: 'x', createdAt: '2026-01-01T00:00:00.5+00:00' })).toBe(
    'created_at.lt."2026-01-01T00:00:00.5+00:00",' +
      'and(created_at.eq."2026-01-01T00:00:00.5+00:00",id.lt."x")',
  );
});
