import type { ComponentProps, RefObject } from 'react';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

interface RemovalDialogProps extends Omit<
  ComponentProps<typeof ConfirmDialog>,
  'open' | 'pending'
> {
  /** The element that had the focus before the dialog. */
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
        // The dialog returns the focus in a task of its own after closing. The card is removed after
        // that, so that the list can pass the focus on to the next card.
        setTimeout(() => {
          opener.current?.focus();
          onConfirm();
        });
      }}
    />
  );
}
