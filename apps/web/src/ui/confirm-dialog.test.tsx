import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

function Example({ onConfirm }: { onConfirm: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Remove</button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Delete Voice Drop"
        description="This action cannot be undone."
        confirmLabel="Delete"
        onConfirm={onConfirm}
      />
    </>
  );
}

it.each([
  ['Cancel', '{Enter}'],
  ['Escape', '{Escape}'],
])(
  'the dialog opens with the focus on Cancel, and closes without onConfirm when %s is pressed',
  async (_what, key) => {
    const onConfirm = vi.fn();
    render(<Example onConfirm={onConfirm} />);
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete Voice Drop' });
    expect(dialog).toHaveAccessibleDescription('This action cannot be undone.');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
    await userEvent.keyboard(key);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(onConfirm).not.toHaveBeenCalled();
  },
);

it('confirming calls onConfirm', async () => {
  const onConfirm = vi.fn();
  render(<Example onConfirm={onConfirm} />);
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(onConfirm).toHaveBeenCalledOnce();
});
