import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ANONYMOUS, type Drop } from './drop.ts';
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
        // The focus is back at the card before that goes: from there it moves on to the next one.
        flushSync(onClose);
        opener.current?.focus();
        void block();
      }}
    />
  );
}
