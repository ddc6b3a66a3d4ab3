import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { createDeferred } from '#lib/deferred.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

interface UnsavedChangesDialogProps {
  isDirty: boolean;
  /** Whether the user has pressed Logout and has not decided yet. */
  loggingOut: boolean;
  onLogOut: () => void;
  onStay: () => void;
}

/**
 * Asks for confirmation before unsaved edits are lost by navigation or by logging out; the browser does
 * so before the tab is closed. Navigation to /auth is not blocked: without a session, nothing can be saved.
 *
 * The router's own useBlocker does the same, but would be part of every page's first load.
 */
export function UnsavedChangesDialog(props: UnsavedChangesDialogProps) {
  const { isDirty, loggingOut, onLogOut, onStay } = props;
  const { history } = useRouter();
  /** Resolves the blocked navigation with whether to stay on the page. */
  const [answer, setAnswer] = useState<(stays: boolean) => void>();

  useEffect(() => {
    if (!isDirty) return undefined;
    return history.block({
      enableBeforeUnload: true,
      blockerFn: async ({ currentLocation, nextLocation }) => {
        const { pathname } = nextLocation;
        if (pathname === currentLocation.pathname || pathname.startsWith('/auth')) return false;
        const { promise, resolve } = createDeferred<boolean>();
        setAnswer(() => resolve);
        const stays = await promise;
        setAnswer(undefined);
        return stays;
      },
    });
  }, [isDirty, history]);

  return (
    <ConfirmDialog
      open={loggingOut || answer !== undefined}
      onClose={() => {
        onStay();
        answer?.(true);
      }}
      title="Leave without saving?"
      description="Your changes on this page have not been saved."
      confirmLabel="Leave"
      onConfirm={() => (loggingOut ? onLogOut() : answer?.(false))}
    />
  );
}
