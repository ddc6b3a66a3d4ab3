import { useMutation } from '@tanstack/react-query';
import { removeFollowerOptions } from '#features/people/follow-mutations.ts';
import { useSession } from '#features/session/session-context.ts';
import { useApp } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast.ts';

interface RemoveFollowerDialogProps {
  userId: string;
  name: string;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks for confirmation, and removes a follower. */
export function RemoveFollowerDialog(props: RemoveFollowerDialogProps) {
  const { userId, name, onClose, onRemoved } = props;
  const { user } = useSession();
  const app = useApp();
  const { mutateAsync: remove, isPending } = useMutation(
    removeFollowerOptions(app, user?.id ?? '', userId),
  );

  const confirm = async () => {
    try {
      await remove();
      toast.success('Follower removed');
      onRemoved();
    } catch (cause) {
      logFailure('A follower could not be removed.', cause);
      toast.error('Failed to remove follower');
      onClose();
    }
  };

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Remove follower"
      description={`${name} will no longer follow you, and gets no message about it. They may follow you again, or ask for it if your account is private.`}
      confirmLabel="Remove"
      onConfirm={() => void confirm()}
      pending={isPending}
    />
  );
}
