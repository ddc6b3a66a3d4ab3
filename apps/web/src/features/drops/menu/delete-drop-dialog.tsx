import type { RefObject } from 'react';
import type { Drop } from '#features/drops/drop.ts';
import { RemovalDialog } from './removal-dialog.tsx';
import { useDeleteDrop } from './use-delete-drop.ts';

interface DeleteDropDialogProps {
  drop: Drop;
  /** The element that had the focus before the dialog. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Asks whether an own drop is to be deleted, and deletes it. */
export function DeleteDropDialog({ drop, opener, onClose }: DeleteDropDialogProps) {
  const deleteDrop = useDeleteDrop(drop);
  return (
    <RemovalDialog
      opener={opener}
      onClose={onClose}
      title="Delete Voice Drop"
      description="Are you sure you want to delete this voice drop? This action cannot be undone."
      confirmLabel="Delete"
      onConfirm={() => void deleteDrop()}
    />
  );
}
