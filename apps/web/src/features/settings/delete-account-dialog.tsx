import { useState } from 'react';
import { errorMessage } from '#lib/backend-error.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { ConfirmIdentityDialog } from './confirm-identity.tsx';
import { IdentityNeededError, useDeleteAccount } from './security-mutations.ts';
import type { Account } from './security-queries.ts';

interface DeleteAccountDialogProps {
  account: Account;
  /** The text that has to be typed, to prevent an accidental deletion. */
  confirmation: string;
  onDeleted: () => void;
  onClose: () => void;
}

/** Lists what is deleted, asks for the confirmation text and, when the server requires it, for authentication. */
export function DeleteAccountDialog(props: DeleteAccountDialogProps) {
  const { account, confirmation, onDeleted, onClose } = props;
  const [typed, setTyped] = useState('');
  const [identityNeeded, setIdentityNeeded] = useState(false);
  const deletion = useDeleteAccount();
  const matches = typed.trim().toLowerCase() === confirmation.toLowerCase();

  const confirm = async () => {
    if (!matches) return;
    try {
      await deletion.mutateAsync();
      onDeleted();
    } catch (error) {
      if (error instanceof IdentityNeededError) setIdentityNeeded(true);
      else toast.error('Your account is still there', { description: errorMessage(error) });
    }
  };

  const onOpenChange = (open: boolean) => {
    if (!open && !deletion.isPending) onClose();
  };

  if (identityNeeded) {
    return (
      <ConfirmIdentityDialog
        account={account}
        purpose="delete the account"
        outcome="the account is deleted"
        pending={deletion.isPending}
        onConfirmed={() => void confirm()}
        onClose={() => onOpenChange(false)}
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      role="alertdialog"
      title="Delete your account?"
      description="This cannot be undone, by you or by us."
      footer={
        <>
          <Button variant="secondary" disabled={deletion.isPending} onClick={onClose}>
            Keep it
          </Button>
          <Button
            variant="danger"
            type="submit"
            form="delete-account"
            disabled={!matches}
            pending={deletion.isPending}
          >
            {deletion.isPending ? 'Deleting...' : 'Delete account'}
          </Button>
        </>
      }
    >
      <ul className="list-disc space-y-1 pl-5 text-[0.9375rem] text-ink-soft">
        <li>your voice drops, with their audio and what others said below them</li>
        <li>your comments, likes, bookmarks and followers</li>
        <li>your profile; nobody can take its name for a year</li>
        <li>your sessions on all devices</li>
      </ul>
      <Form id="delete-account" className="mt-5" onSubmit={confirm}>
        <TextField
          label={`Type ${confirmation} to confirm`}
          name="confirmation"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onValueChange={setTyped}
        />
      </Form>
    </Dialog>
  );
}
