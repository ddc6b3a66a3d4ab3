import { useMutation, useQueryClient } from '@tanstack/react-query';
import { usePlayer } from '#features/player/use-player.ts';
import { logFailure } from '#lib/log.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast.ts';
import type { Drop } from '#features/drops/drop.ts';
import { deleteDropOptions, NotOwnDropError } from '#features/drops/mutations.ts';

/** Asks whether an own drop is to be deleted, and deletes it. */
export function DeleteDropDialog({ drop, onClose }: { drop: Drop; onClose: () => void }) {
  const player = usePlayer();
  const queryClient = useQueryClient();
  const { mutateAsync: deleteDrop, isPending } = useMutation(deleteDropOptions(queryClient, drop));

  const confirm = async () => {
    try {
      await deleteDrop();
      if (player.getState().track?.id === drop.id) player.stop();
      toast.success('Voice drop deleted successfully');
    } catch (cause) {
      logFailure('A drop could not be deleted.', cause);
      if (cause instanceof NotOwnDropError) {
        toast.error('Unauthorized', { description: 'You can only delete your own voice drops' });
      } else {
        toast.error('Failed to delete voice drop');
      }
      onClose();
    }
  };

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Delete Voice Drop"
      description="Are you sure you want to delete this voice drop? This action cannot be undone."
      confirmLabel="Delete"
      onConfirm={() => void confirm()}
      pending={isPending}
    />
  );
}
