import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useNavigationBlocker } from './use-navigation-blocker.ts';

interface UnsavedChangesDialogProps {
  isDirty: boolean;
  /** Whether the user has pressed Logout and has not answered yet. */
  loggingOut: boolean;
  onLogOut: () => void;
  onStay: () => void;
}

/** Asks before unsaved edits are lost by navigation or by logging out. */
export function UnsavedChangesDialog({
  isDirty,
  loggingOut,
  onLogOut,
  onStay,
}: UnsavedChangesDialogProps) {
  const guard = useNavigationBlocker(isDirty);
  return (
    <ConfirmDialog
      open={loggingOut || guard.asking}
      onClose={() => {
        onStay();
        guard.stay();
      }}
      title="Leave without saving?"
      description="Your changes on this page have not been saved."
      confirmLabel="Leave"
      onConfirm={() => (loggingOut ? onLogOut() : guard.leave())}
    />
  );
}
