import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { fakeLayout, ROW } from '#test/fake-layout.ts';
import { LongList } from './long-list.tsx';

let layout: ReturnType<typeof fakeLayout>;
beforeEach(() => {
  layout = fakeLayout();
});
const namesOf = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `row ${from + index}`);

const list = (names: readonly string[], isCut = false) => (
  <LongList
    items={names}
    keyOf={(name) => name}
    label="Names"
    renderItem={(name, place, count) => (
      <article aria-posinset={place} aria-setsize={count}>
        <button type="button">{name}</button>
      </article>
    )}
    isPart={false}
    isCut={isCut}
    estimate={ROW}
    gap={0}
  />
);

const topOf = (name: string) =>
  screen.getByRole('button', { name }).closest('[data-key]')?.getBoundingClientRect().top;

it('a list renders the rows near the screen, and others when the page is scrolled', () => {
  render(list(namesOf(0, 1000)));
  expect(screen.getByRole('button', { name: 'row 0' })).toBeVisible();
  expect(screen.getAllByRole('article').length).toBeLessThan(10);
  layout.scrollTo(30_000);
  expect(topOf('row 100')).toBe(0);
  expect(screen.queryByRole('button', { name: 'row 0' })).not.toBeInTheDocument();
  expect(screen.getAllByRole('article').length).toBeLessThan(10);
});

it('each row has its position and the size of the list for screen readers', () => {
  render(list(namesOf(0, 1000)));
  layout.scrollTo(30_000);
  expect(screen.getByRole('feed', { name: 'Names' })).toBeVisible();
  const row = screen.getByRole('button', { name: 'row 100' }).closest('article');
  expect(row).toHaveAttribute('aria-posinset', '101');
  expect(row).toHaveAttribute('aria-setsize', '1000');
});

it('the rows on the screen stay in place when rows are added above', () => {
  const { rerender } = render(list(namesOf(50, 100)));
  layout.scrollTo(3_100);
  const before = topOf('row 60');
  rerender(list(namesOf(20, 130)));
  expect(topOf('row 60')).toBe(before);
  expect(scrollY).toBe(3_100 + 30 * ROW);
});

it('the rows on the screen stay in place when rows above and the top row are removed', () => {
  const { rerender } = render(list(namesOf(0, 100)));
  layout.scrollTo(3_100);
  const before = topOf('row 11');
  rerender(list(namesOf(0, 100).filter((name) => !['row 2', 'row 10'].includes(name))));
  expect(topOf('row 11')).toBe(before);
});

it('new rows push the others down when the page is not scrolled', () => {
  const { rerender } = render(list(namesOf(1, 100)));
  rerender(list(namesOf(0, 101)));
  expect(topOf('row 0')).toBe(0);
  expect(layout.scrollBy).not.toHaveBeenCalled();
});

it('the rows on the screen stay in place even at the top when dropped rows come back', () => {
  const { rerender } = render(list(namesOf(20, 100), true));
  rerender(list(namesOf(0, 120)));
  expect(topOf('row 20')).toBe(0);
  expect(scrollY).toBe(20 * ROW);
});

it('the row with the focus stays rendered, however far the page is scrolled', () => {
  render(list(namesOf(0, 1000)));
  const focused = screen.getByRole('button', { name: 'row 1' });
  act(() => focused.focus());
  layout.scrollTo(30_000);
  expect(focused).toHaveFocus();
  expect(topOf('row 100')).toBe(0);
});

it('the next row gets the focus when the focused row is removed', () => {
  const { rerender } = render(list(namesOf(0, 10)));
  act(() => screen.getByRole('button', { name: 'row 1' }).focus());
  rerender(list(namesOf(0, 10).filter((name) => name !== 'row 1')));
  expect(screen.getByRole('button', { name: 'row 2' }).closest('article')).toHaveFocus();
});
