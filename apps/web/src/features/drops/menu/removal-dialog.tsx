import type { ComponentProps, RefObject } from 'react';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

interface RemovalDialogProps extends Omit<
  ComponentProps<typeof ConfirmDialog>,
  'open' | 'pending'
> {
  /** Where the focus was before. */
  opener: RefObject<HTMLElement | null>;
}

/** Asks before something that takes away the card from which the dialog was opened. */
export function RemovalDialog({ opener, onClose, onConfirm, ...words }: RemovalDialogProps) {
  return (
    <ConfirmDialog
      {...words}
      open
      onClose={onClose}
      onConfirm={() => {
        onClose();
        // A dialog that has closed gives the focus back in a task of its own. Only then does the card
        // go, so that the focus is on it, and moves on to the next one.
        setTimeout(() => {
          opener.current?.focus();
          onConfirm();
        });
      }}
    />
  );
}
