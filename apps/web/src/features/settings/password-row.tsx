import { useState } from 'react';
import { NewPasswordForm } from '#features/session/forms/new-password-form.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast.ts';
import type { Account } from './security-queries.ts';
import { SecurityRow } from './security-row.tsx';

/** Changes the password, or sets one for an account that a sign-in provider created. */
export function PasswordRow({ account }: { account: Account }) {
  const [open, setOpen] = useState(false);
  const title = account.hasPassword ? 'Change your password' : 'Set a password';
  return (
    <SecurityRow
      title="Password"
      action={
        <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
          {account.hasPassword ? 'Change password' : 'Set a password'}
        </Button>
      }
    >
      {account.hasPassword
        ? 'A long one that you use nowhere else is best.'
        : 'You sign in through someone else. With a password you can do without them.'}
      <Dialog open={open} onOpenChange={setOpen} title={title}>
        <div className="pt-2">
          <NewPasswordForm
            email={account.email}
            asksCurrent={account.hasPassword}
            onDone={() => {
              setOpen(false);
              toast.success('Your password is changed');
            }}
          />
        </div>
      </Dialog>
    </SecurityRow>
  );
}
