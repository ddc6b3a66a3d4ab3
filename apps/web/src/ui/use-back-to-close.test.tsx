import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useBackToClose } from './use-back-to-close.ts';

function setUp() {
  const onClose = vi.fn();
  const hook = renderHook(
    ({ open }) => {
      useBackToClose(open, onClose);
    },
    { initialProps: { open: false } },
  );
  const show = (open: boolean) => hook.rerender({ open });
  return { onClose, show };
}

const popped = () =>
  new Promise((resolve) => {
    addEventListener('popstate', resolve, { capture: true, once: true });
  });

it('going back closes an open popup, and leads nowhere else', async () => {
  const { onClose, show } = setUp();
  const router = vi.fn();
  addEventListener('popstate', router);
  const before: unknown = history.state;
  // Before the popup opens, since the popup's listener stops the event for later listeners.
  const pop = popped();
  show(true);
  history.back();
  await pop;
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(router).not.toHaveBeenCalled();
  expect(history.state).toEqual(before);
  removeEventListener('popstate', router);
});

it('a popup that is closed otherwise takes its entry out of the history', async () => {
  const { onClose, show } = setUp();
  const before: unknown = history.state;
  show(true);
  expect(history.state).not.toEqual(before);
  const pop = popped();
  show(false);
  await pop;
  expect(history.state).toEqual(before);
  expect(onClose).not.toHaveBeenCalled();
});

it('a page to which the popup has led stays open when the popup closes', async () => {
  const { show } = setUp();
  show(true);
  history.pushState({ page: 2 }, '', '/elsewhere');
  show(false);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(history.state).toEqual({ page: 2 });
});
