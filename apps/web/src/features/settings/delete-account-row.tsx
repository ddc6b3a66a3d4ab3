import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { forgetSession } from '#features/session/session-store.ts';
import { useClient } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import type { Account } from './security-queries.ts';
import { SecurityRow } from './security-row.tsx';

interface DeleteAccountRowProps {
  account: Account;
  /** Removes the account's data from this device. */
  clearDevice: () => Promise<void>;
}

export function DeleteAccountRow({ account, clearDevice }: DeleteAccountRowProps) {
  const { username, forget } = useSession();
  const client = useClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);

  const leave = async () => {
    // The landing page looks for a stored session when it is rendered.
    forgetSession(client.storageKey);
    // Navigate before the session ends: without one, this page would redirect to the sign-in page.
    await navigate({ to: '/', replace: true, ignoreBlocker: true });
    forget();
    toast.info('Your account is deleted', { description: 'Thank you for your voice. Farewell.' });
    await clearDevice().catch((cause: unknown) =>
      logFailure("The account's data on this device could not be removed.", cause),
    );
  };

  return (
    <SecurityRow
      title="Delete account"
      action={
        <Button variant="danger" size="sm" onClick={() => setOpen(true)}>
          Delete account
        </Button>
      }
    >
      With everything in it, and for good.
      {open && (
        <DeleteAccountDialog
          account={account}
          confirmation={username ?? account.email ?? 'delete'}
          onDeleted={() => void leave()}
          onClose={() => setOpen(false)}
        />
      )}
    </SecurityRow>
  );
}
