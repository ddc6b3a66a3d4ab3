import type { ComponentProps, RefObject } from 'react';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

interface RemovalDialogProps extends Omit<
  ComponentProps<typeof ConfirmDialog>,
  'open' | 'pending'
> {
  /** The element that had the focus before the dialog. */
  opener: RefObject<HTMLElement | null>;
}

/** Asks for confirmation of an action that removes the card from which the dialog was opened. */
export function RemovalDialog({ opener, onClose, onConfirm, ...rest }: RemovalDialogProps) {
  return (
    <ConfirmDialog
      {...rest}
      open
      onClose={onClose}
      onConfirm={() => {
        onClose();
        // The closing dialog restores the focus in a task of its own. The card is removed after that,
        // so that the list can move the focus to the next card.
        setTimeout(() => {
          opener.current?.focus();
          onConfirm();
        });
      }}
    />
  );
}
