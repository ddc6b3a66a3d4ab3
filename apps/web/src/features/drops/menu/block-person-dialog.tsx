import type { RefObject } from 'react';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ANONYMOUS, type Drop } from '#features/drops/drop.ts';
import { useBlockPerson } from './use-block-person.ts';

interface BlockPersonDialogProps {
  person: Pick<Drop['author'], 'userId' | 'username'>;
  /** Where the focus was before. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Asks whether someone is to be blocked, and blocks them. */
export function BlockPersonDialog({ person, opener, onClose }: BlockPersonDialogProps) {
  const block = useBlockPerson(person.userId);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Block ${person.username ?? ANONYMOUS}?`}
      description="You will no longer see each other’s voice drops and comments, and neither of you can follow or notify the other. You can unblock them in your settings."
      confirmLabel="Block User"
      onConfirm={() => {
        onClose();
        // A dialog that has closed gives the focus back in a task of its own. Only then does the card
        // go, so that the focus is on it, and moves on to the next one.
        setTimeout(() => {
          opener.current?.focus();
          void block();
        });
      }}
    />
  );
}
