import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

interface LeaveDialogProps {
  isDirty: boolean;
  /** Whether one is about to log out. */
  loggingOut: boolean;
  onLogOut: () => void;
  onStay: () => void;
}

/** Asks before unsaved edits are left behind: by a link, by Back, by logging out, by closing the tab. */
export function LeaveDialog({ isDirty, loggingOut, onLogOut, onStay }: LeaveDialogProps) {
  const blocker = useBlocker({
    // Where a session has ended nothing can be saved any more.
    shouldBlockFn: ({ current, next }) =>
      isDirty && next.pathname !== current.pathname && !next.pathname.startsWith('/auth'),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });

  return (
    <ConfirmDialog
      open={loggingOut || blocker.status === 'blocked'}
      onOpenChange={(open) => {
        if (open) return;
        onStay();
        blocker.reset?.();
      }}
      title="Leave without saving?"
      description="Your changes on this page have not been saved."
      confirmLabel="Leave"
      onConfirm={() => (loggingOut ? onLogOut() : blocker.proceed?.())}
    />
  );
}
