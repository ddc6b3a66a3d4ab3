import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ANONYMOUS, type Drop } from './drop.ts';
import { useBlockAuthor } from './use-block-author.ts';

interface BlockAuthorDialogProps {
  author: Drop['author'];
  onClose: () => void;
}

/** Asks whether whoever posted a drop is to be blocked, and blocks them. */
export function BlockAuthorDialog({ author, onClose }: BlockAuthorDialogProps) {
  const block = useBlockAuthor(author.userId);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Block ${author.username ?? ANONYMOUS}?`}
      description="You will no longer see each other’s voice drops and comments, and neither of you can follow or notify the other. You can unblock them in your settings."
      confirmLabel="Block User"
      onConfirm={() => {
        onClose();
        // The focus goes back to the card first, and from there on to what follows it.
        setTimeout(() => void block());
      }}
    />
  );
}
