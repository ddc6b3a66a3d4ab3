import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { said } from '#test/said.ts';
import { Dialog } from './dialog.tsx';
import { Toaster } from './toaster.tsx';

afterEach(() => vi.restoreAllMocks());

function Example({ load }: { load: () => Promise<unknown> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Edit profile</button>
      <Dialog open={open} onOpenChange={setOpen} load={load} title="Edit profile">
        <p>Fields</p>
      </Dialog>
      <Toaster />
    </>
  );
}

it('opens once the code of what is in it has come', async () => {
  const code = Promise.withResolvers<void>();
  render(<Example load={() => code.promise} />);
  await userEvent.click(screen.getByRole('button', { name: 'Edit profile' }));
  await vi.dynamicImportSettled();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  code.resolve();
  expect(await screen.findByText('Fields')).toBeVisible();
});

it('says so when the code of what is in it cannot be fetched, and fetches it again when opened again', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const load = vi.fn<() => Promise<unknown>>().mockRejectedValue(new TypeError('Failed to fetch'));
  render(<Example load={load} />);
  await userEvent.click(screen.getByRole('button', { name: 'Edit profile' }));
  await said('An unexpected error occurred. Please try again.');
  expect(log).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  load.mockResolvedValue(undefined);
  await userEvent.click(screen.getByRole('button', { name: 'Edit profile' }));
  await waitFor(() => expect(screen.getByRole('dialog')).toBeVisible());
  expect(load).toHaveBeenCalledTimes(2);
});
