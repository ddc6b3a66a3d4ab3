import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import Announcements from './announcements.tsx';
import { Loading } from './loading.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const page = (isLoading: boolean) => (
  <>
    {isLoading && <Loading label="Loading your drops..." />}
    <Announcements />
  </>
);

it('a placeholder that stands for a second is announced by a region that was there before it', async () => {
  const { rerender } = render(page(false));
  const region = screen.getByRole('status');
  expect(region).toBeEmptyDOMElement();
  rerender(page(true));
  await pass(999);
  expect(region).toBeEmptyDOMElement();
  await pass(1);
  expect(region).toHaveTextContent('Loading your drops...');
  rerender(page(false));
  await pass(1000);
  expect(region).toBeEmptyDOMElement();
});

it('a placeholder that is gone within a second is not announced', async () => {
  const { rerender } = render(page(false));
  rerender(page(true));
  await pass(500);
  rerender(page(false));
  await pass(1000);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
