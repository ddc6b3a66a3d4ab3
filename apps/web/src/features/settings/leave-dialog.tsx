import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';

interface LeaveDialogProps {
  isDirty: boolean;
  /** Whether one is about to log out. */
  loggingOut: boolean;
  onLogOut: () => void;
  onStay: () => void;
}

/** Asks before unsaved edits are left behind: by a link, by Back, by logging out, by closing the tab. */
export function LeaveDialog({ isDirty, loggingOut, onLogOut, onStay }: LeaveDialogProps) {
  const guard = useLeaveGuard(isDirty);
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
