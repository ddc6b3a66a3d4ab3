import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
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
