import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { one, playlist, trackOf } from '#features/player/fixtures/track.ts';
import { PlayerContext } from '#features/player/use-player.ts';
import { fakePlayer } from '#test/fake-media.ts';
import { expectToast } from '#test/expect-toast.ts';
import { Toaster } from '#ui/toaster.tsx';
import { followQueue } from './follow-queue.ts';
import QueueList from './queue-list.tsx';
import { readQueue, storeQueue } from './stored-queue.ts';

const ROW = 56;

beforeEach(() => localStorage.clear());

/** Shows the queue of noor with the drops a, b and c. */
async function showQueue() {
  const { player } = fakePlayer();
  player.changeListener('noor');
  player.play(one, playlist);
  storeQueue('noor', ['a', 'b', 'c']);
  const read = async () => [];
  onTestFinished(followQueue(player, { find: trackOf, read, onGone: vi.fn<() => void>() }));
  render(
    <PlayerContext value={player}>
      <QueueList />
      <Toaster />
    </PlayerContext>,
  );
  return player;
}

const list = () => within(screen.getByRole('region', { name: 'Queue' }));

const order = () =>
  list()
    .getAllByRole('button', { name: /^Play / })
    .map((button) => button.getAttribute('aria-label')?.at(-1))
    .join('');

const handle = (id: string) => screen.getByRole('button', { name: `Move Title ${id}` });

it('arrow keys on the handle of a drop move it, which is announced and stored, and keep the focus', async () => {
  await showQueue();
  act(() => handle('a').focus());
  await userEvent.keyboard('{ArrowDown}');
  expect(order()).toBe('bac');
  expect(handle('a')).toHaveFocus();
  expect(list().getByRole('status')).toHaveTextContent('Title a, 2 of 3');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(order()).toBe('abc');
  expect(readQueue('noor')).toEqual(['a', 'b', 'c']);
});

it('a press on the handle shows buttons that move a drop', async () => {
  await showQueue();
  await userEvent.click(handle('c'));
  expect(screen.getByRole('button', { name: 'Move Title c down' })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Move Title c up' }));
  expect(order()).toBe('acb');
});

it('dragging the handle moves a drop past those between', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(ROW);
  HTMLElement.prototype.setPointerCapture = vi.fn<() => void>();
  await showQueue();
  const drag = handle('a');
  fireEvent.pointerDown(drag, { clientY: 20 });
  fireEvent.pointerMove(drag, { clientY: 20 + 2 * ROW - 10 });
  expect(order(), 'until the pointer is released').toBe('abc');
  fireEvent.pointerUp(drag);
  expect(order()).toBe('bca');
  expect(readQueue('noor')).toEqual(['b', 'c', 'a']);
  fireEvent.click(drag, { detail: 1 });
  expect(screen.queryByRole('button', { name: 'Move Title a up' })).toBeNull();
  act(() => handle('a').focus());
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Move Title a up' })).toBeVisible();
});

it('a drop is removed, the queue is cleared, and Undo takes either back', async () => {
  await showQueue();
  await userEvent.click(screen.getByRole('button', { name: 'Remove Title b from the queue' }));
  expect(order()).toBe('ac');
  await expectToast('Removed from the queue');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(order()).toBe('abc');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(readQueue('noor')).toEqual([]);
  await expectToast('Queue cleared');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(order()).toBe('abc');
});

it('a queued drop that is pressed plays at once, and the others stay queued', async () => {
  const player = await showQueue();
  await userEvent.click(screen.getByRole('button', { name: 'Play Title b' }));
  expect(player.getState()).toMatchObject({ track: { id: 'b' }, listed: one });
  expect(order()).toBe('ac');
});
