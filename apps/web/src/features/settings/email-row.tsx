import { useState } from 'react';
import { AddressForm } from '#features/session/forms/address-form.tsx';
import { SendAgainButton } from '#features/session/forms/send-again-button.tsx';
import { useApp, useClient } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast.ts';
import { changeEmail, resendEmailChange } from './security-mutations.ts';
import type { Account } from './security-queries.ts';
import { SecurityRow } from './security-row.tsx';

/** The account's email address, and the new one while its confirmation is pending. */
export function EmailRow({ account: { email, newEmail } }: { account: Account }) {
  const [open, setOpen] = useState(false);
  const client = useClient();
  return (
    <SecurityRow
      title="Email"
      action={
        <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
          Change email
        </Button>
      }
      details={
        newEmail !== undefined && (
          <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-md bg-paper-sunken p-4 text-[0.9375rem]">
            <output className="min-w-0 grow basis-56 wrap-anywhere">
              Changing to <strong className="font-medium">{newEmail}</strong>: follow the links that
              we have sent to both addresses.
            </output>
            <SendAgainButton
              onSend={() => resendEmailChange(client, email ?? newEmail)}
              justSent={false}
            />
          </div>
        )
      }
    >
      <span className="wrap-anywhere">{email}</span>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Change your email"
        description="We send a link to both addresses. The change is made once both have been followed."
      >
        <EmailForm onDone={() => setOpen(false)} />
      </Dialog>
    </SecurityRow>
  );
}

function EmailForm({ onDone }: { onDone: () => void }) {
  const app = useApp();
  const [email, setEmail] = useState('');
  return (
    <AddressForm
      label="New email"
      value={email}
      onValueChange={setEmail}
      autoComplete="email"
      submitLabel="Send the links"
      onSubmit={async (address) => {
        await changeEmail(app, address);
        toast.info('Check your email', { description: 'Both addresses have to agree.' });
        onDone();
      }}
    />
  );
}
