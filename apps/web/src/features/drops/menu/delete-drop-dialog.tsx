import { useMutation } from '@tanstack/react-query';
import { useMatchRoute } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { useApp } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { toast } from '#ui/toast.ts';
import type { Drop } from '#features/drops/drop.ts';
import { deleteDropOptions, NotOwnDropError } from '#features/drops/mutations.ts';
import { useGoBack } from '#features/drops/use-go-back.ts';
import { RemovalDialog } from './removal-dialog.tsx';

interface DeleteDropDialogProps {
  drop: Drop;
  /** The element that had the focus before the dialog. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/**
 * Asks for confirmation, and deletes an own drop. Its card is removed at once, and shown again if the
 * deletion fails. The drop's own page is left for the page before it or, without one, for the feed.
 */
export function DeleteDropDialog({ drop, opener, onClose }: DeleteDropDialogProps) {
  const app = useApp();
  const { mutateAsync: deleteDrop } = useMutation(deleteDropOptions(app, drop));
  const goBack = useGoBack();
  const matchRoute = useMatchRoute();

  const confirm = async () => {
    try {
      const deletion = deleteDrop();
      if (matchRoute({ to: '/voice-drop/$id', params: { id: drop.id } })) goBack();
      await deletion;
      toast.success('Voice drop deleted successfully');
    } catch (cause) {
      logFailure('A drop could not be deleted.', cause);
      if (cause instanceof NotOwnDropError) {
        toast.error('Unauthorized', { description: 'You can only delete your own voice drops' });
      } else {
        toast.error('Failed to delete voice drop');
      }
    }
  };

  return (
    <RemovalDialog
      opener={opener}
      onClose={onClose}
      title="Delete Voice Drop"
      description="Are you sure you want to delete this voice drop? This action cannot be undone."
      confirmLabel="Delete"
      onConfirm={() => void confirm()}
    />
  );
}
