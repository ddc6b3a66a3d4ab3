import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { dropFromRow } from '#features/drops/drop.ts';
import { showPendingDrop, temporaryId } from '#features/drops/show-pending-drop.ts';
import type { PendingPost } from '#features/drops/pending-drops.ts';
import { dropRow } from '#test/drop-rows.ts';
import { fakeBackend } from '#test/fake-backend.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';

/** Opens the own profile, whose lists cannot be read, with a drop that is not posted yet. */
async function showPending(post: PendingPost) {
  vi.spyOn(console, 'error').mockReturnValue();
  rememberSession('ada');
  fakeBackend({});
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { queryClient } = await openPage('/profile');
  const drop = dropFromRow(dropRow('a', { title: 'The last bus' }));
  act(() => showPendingDrop(queryClient, { ...drop, id: temporaryId('take'), post }));
  const card = await screen.findByRole('article', { name: 'The last bus' });
  return { card, online };
}

it('a drop that waits shows on a profile that cannot be read, and can be cancelled', async () => {
  const cancel = vi.fn<() => void>();
  const { card, online } = await showPending({ state: 'waiting', cancel });
  expect(await screen.findByText('Failed to load voice drops')).toBeVisible();
  expect(screen.getByText('Will be posted when you are online')).toBeVisible();
  expect(card).toHaveAttribute('aria-busy', 'false');
  online.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  expect(await screen.findByText('Will be posted when the network answers')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(cancel).toHaveBeenCalledOnce();
});

it('a drop that failed says why, and can be tried again', async () => {
  const retry = vi.fn<() => void>();
  await showPending({ state: 'failed', reason: 'Not posted: no room.', retry });
  expect(screen.getByText('Not posted: no room.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});
