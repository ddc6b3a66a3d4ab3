import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import DialogPopup from './dialog-popup.tsx';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

it('toasts raised before and after the toaster is mounted are shown', async () => {
  toast.error('Sign in failed', { description: 'Invalid login credentials' });
  render(<Toaster />);
  expect(await screen.findByText('Sign in failed')).toBeInTheDocument();
  expect(screen.getByText('Invalid login credentials')).toBeInTheDocument();
  toast.success('Welcome back!');
  expect(await screen.findByText('Welcome back!')).toBeInTheDocument();
});

it('pressing a toast’s action runs it and closes the toast', async () => {
  const onPress = vi.fn();
  render(<Toaster />);
  toast.success('User blocked successfully', { action: { label: 'Undo', onPress } });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(onPress).toHaveBeenCalledOnce();
  await waitFor(() =>
    expect(screen.queryByText('User blocked successfully')).not.toBeInTheDocument(),
  );
});

it('a toast says when it has gone, by itself or by its action', async () => {
  await import('./toast-stack.tsx');
  vi.useFakeTimers();
  render(<Toaster />);
  const calls: string[] = [];
  const action = { label: 'Undo', onPress: () => void calls.push('pressed') };
  const onGone = () => void calls.push('gone');
  toast.info('Discarded', { action, onGone });
  await act(() => vi.advanceTimersByTimeAsync(7900));
  expect(calls).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(calls).toEqual(['gone']);
  toast.info('Discarded again', { action, onGone });
  await act(() => vi.advanceTimersByTimeAsync(100));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(calls).toEqual(['gone', 'pressed', 'gone']);
  vi.useRealTimers();
});

it('a named toast replaces the earlier one of its name, and takeBack hides it', async () => {
  toast.error('Authentication required', { name: 'prompt', description: 'to like' });
  render(<Toaster />);
  await screen.findByText('to like');
  toast.error('Authentication required', { name: 'prompt', description: 'to comment' });
  await screen.findByText('to comment');
  expect(screen.queryByText('to like')).not.toBeInTheDocument();
  toast.takeBack('prompt');
  await waitFor(() => expect(screen.queryByText('to comment')).not.toBeInTheDocument());
});

function focused(): HTMLElement | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement ? activeElement : null;
}

/** A page on which a dialog is open before the first toast is raised. */
async function openDialog() {
  const onOpenChange = vi.fn();
  render(
    <>
      <h1>Behind</h1>
      <Toaster />
      <DialogPopup open onOpenChange={onOpenChange} title="Comments">
        <input aria-label="Add a comment" />
      </DialogPopup>
    </>,
  );
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Behind' })).toBeNull());
  // The dialog takes the focus a frame after it has opened, and would take it back from what comes earlier.
  await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(focused()));
  return { onOpenChange };
}

it('a toast is announced while a dialog is open', async () => {
  await openDialog();
  toast.error('Failed to add comment');
  await screen.findByText('Failed to add comment');
  const region = screen.getByRole('region', { name: 'Announcements' });
  expect(region).toHaveTextContent('Failed to add comment');
  expect(region).toHaveAttribute('aria-live', 'polite');
  expect(within(region).getByRole('listitem')).not.toHaveAttribute('aria-modal');
  // The rest of the page stays hidden from screen readers.
  expect(screen.queryByRole('heading', { name: 'Behind' })).toBeNull();
});

it('the keyboard reaches a toast from an open dialog, and the focus returns into the dialog', async () => {
  const onPress = vi.fn();
  const { onOpenChange } = await openDialog();
  const field = screen.getByRole('textbox', { name: 'Add a comment' });
  await userEvent.click(field);
  toast.success('User blocked successfully', { action: { label: 'Undo', onPress } });
  await screen.findByRole('button', { name: 'Undo' });
  // The stack listens for the key from an effect on, which may come after the toast was drawn.
  await act(async () => {});
  await userEvent.keyboard('{F6}');
  await userEvent.tab();
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(onPress).toHaveBeenCalledOnce();
  await waitFor(() => expect(field).toHaveFocus());
  expect(onOpenChange).not.toHaveBeenCalled();
});

it('a toast closes after three seconds, or eight with an action, and not under the pointer', async () => {
  await import('./toast-stack.tsx');
  vi.useFakeTimers();
  render(<Toaster />);
  toast.success('Liked');
  toast.success('Blocked', { action: { label: 'Undo', onPress: vi.fn() } });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(2900);
  const region = screen.getByRole('region', { name: 'Announcements' });
  expect(region).toHaveTextContent('Liked');
  fireEvent.mouseEnter(region);
  await pass(10_000);
  expect(region).toHaveTextContent('Liked');
  fireEvent.mouseLeave(region);
  await pass(1000);
  expect(region).not.toHaveTextContent('Liked');
  expect(region).toHaveTextContent('Blocked');
  await pass(5000);
  expect(region).not.toHaveTextContent('Blocked');
  vi.useRealTimers();
});
