import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

it('shows what was said before it was there, and what is said later', async () => {
  toast.error('Sign in failed', { description: 'Invalid login credentials' });
  render(<Toaster />);
  expect(await screen.findByText('Sign in failed')).toBeInTheDocument();
  expect(screen.getByText('Invalid login credentials')).toBeInTheDocument();
  toast.success('Welcome back!');
  expect(await screen.findByText('Welcome back!')).toBeInTheDocument();
});

it('does what a toast offers, and takes the toast away', async () => {
  const onPress = vi.fn();
  render(<Toaster />);
  toast.success('User blocked successfully', { action: { label: 'Undo', onPress } });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(onPress).toHaveBeenCalledOnce();
  await waitFor(() =>
    expect(screen.queryByText('User blocked successfully')).not.toBeInTheDocument(),
  );
});
