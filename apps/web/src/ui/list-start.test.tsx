import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeIntersection } from '#test/fake-intersection.ts';
import ListStart from './list-start.tsx';

let scrollIntoView: () => void;
beforeEach(() => {
  scrollIntoView = fakeIntersection();
});
const head = (state: { loading?: boolean; failed?: boolean }, onMore: () => void) => (
  <ListStart
    label="Loading more voice drops..."
    failure="Failed to load voice drops"
    loading={false}
    failed={false}
    {...state}
    onMore={onMore}
  />
);

it('the start of a list fetches newer drops when it comes near the screen, and says that they are loading', () => {
  const onMore = vi.fn();
  const { rerender } = render(head({}, onMore));
  scrollIntoView();
  expect(onMore).toHaveBeenCalledTimes(1);
  rerender(head({ loading: true }, onMore));
  expect(screen.getByText('Loading more voice drops...')).toBeVisible();
  scrollIntoView();
  expect(onMore).toHaveBeenCalledTimes(1);
});

it('the start of a list says that newer drops could not be loaded, and tries again only when pressed', async () => {
  const onMore = vi.fn();
  render(head({ failed: true }, onMore));
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to load voice drops');
  scrollIntoView();
  expect(onMore).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(onMore).toHaveBeenCalledTimes(1);
});
