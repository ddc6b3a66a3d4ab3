import type { RefObject } from 'react';
import { ANONYMOUS, type Drop } from '#features/drops/drop.ts';
import { RemovalDialog } from './removal-dialog.tsx';
import { useBlockPerson } from './use-block-person.ts';

interface BlockPersonDialogProps {
  person: Pick<Drop['author'], 'userId' | 'username'>;
  /** The element that had the focus before the dialog. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Asks whether someone is to be blocked, and blocks them. */
export function BlockPersonDialog({ person, opener, onClose }: BlockPersonDialogProps) {
  const block = useBlockPerson(person.userId);
  return (
    <RemovalDialog
      opener={opener}
      onClose={onClose}
      title={`Block ${person.username ?? ANONYMOUS}?`}
      description="You will no longer see each other’s voice drops and comments, and neither of you can follow or notify the other. You can unblock them in your settings."
      confirmLabel="Block User"
      onConfirm={() => void block()}
    />
  );
}
