import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { recoveryOptions } from '#features/session/forms/recovery.ts';
import { useClient } from '#lib/app.ts';
import { errorCode, errorMessage } from '#lib/backend-error.ts';
import { buttonClass } from '#ui/button-class.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { copyText } from '#ui/share-link.ts';
import { toast } from '#ui/toast.ts';
import { ConfirmIdentityDialog } from './confirm-identity.tsx';
import type { Account } from './security-queries.ts';

/** Makes new recovery codes, in place of those that the account has. */
export function useRenewCodes() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => (await client.rpc('renew_recovery_codes').throwOnError()).data,
    onSuccess: () => queryClient.invalidateQueries(recoveryOptions(client)),
    onError: (error) => {
      if (errorCode(error) === 'PT403') return;
      toast.error('Recovery codes could not be made', { description: errorMessage(error) });
    },
  });
}

interface RecoveryCodesProps {
  account: Account;
  /** Receives new codes. */
  onCodes: (codes: string[]) => void;
}

/** The number of recovery codes that the account has left, and a button that renews them. */
export function RecoveryCodes({ account, onCodes }: RecoveryCodesProps) {
  const { data } = useQuery(recoveryOptions(useClient()));
  const { mutateAsync: renewCodes, isPending } = useRenewCodes();
  const [asking, setAsking] = useState(false);
  const [identityNeeded, setIdentityNeeded] = useState(false);
  const left = data?.codes ?? null;
  if (left === null) return null;

  const renew = async () => {
    setAsking(false);
    try {
      onCodes(await renewCodes());
      setIdentityNeeded(false);
    } catch (cause) {
      setIdentityNeeded(errorCode(cause) === 'PT403');
    }
  };
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-[0.9375rem]">
      <p className="min-w-0 grow basis-56 text-ink-soft">
        {left === 0
          ? 'You have no recovery codes, which sign you in if you lose your second factor.'
          : `${left} recovery ${left === 1 ? 'code' : 'codes'} left, in case you lose your second factor.`}
      </p>
      <Button
        variant="secondary"
        size="sm"
        pending={isPending}
        onClick={() => (left === 0 ? void renew() : setAsking(true))}
      >
        {left === 0 ? 'Make codes' : 'New codes'}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Make new recovery codes?"
        description="Those that you have kept will not work any more."
        confirmLabel="Make new codes"
        onConfirm={() => void renew()}
        pending={isPending}
      />
      {identityNeeded && (
        <ConfirmIdentityDialog
          account={account}
          purpose="make new codes"
          outcome="you get new codes"
          pending={isPending}
          onConfirmed={() => void renew()}
          onClose={() => setIdentityNeeded(false)}
        />
      )}
    </div>
  );
}

interface RecoveryCodesDialogProps {
  codes: string[];
  email: string | undefined;
  onClose: () => void;
}

/** Shows new recovery codes, this once. */
export function RecoveryCodesDialog({ codes, email, onClose }: RecoveryCodesDialogProps) {
  const text = codes.join('\n');
  const file = `Recovery codes of ${email ?? 'your account'} at Undertone, ${location.origin}\n\n${text}\n\nEach signs you in once if you have lost your second factor. New codes replace them.\n`;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Keep your recovery codes"
      description="If you lose your second factor, your password and one of these codes sign you in. They are shown only now."
      shape="sheet"
      footer={
        <>
          <Button
            variant="secondary"
            onClick={() =>
              void copyText(text, { copied: 'Codes copied', failed: 'Failed to copy the codes' })
            }
          >
            Copy
          </Button>
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
            download="undertone-recovery-codes.txt"
            className={buttonClass({ variant: 'secondary' })}
          >
            Download
          </a>
          <Button onClick={onClose}>I have kept them</Button>
        </>
      }
    >
      <ol
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-2 rounded-md bg-paper-sunken px-5 py-4 text-center font-mono text-sm tabular-nums sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </Dialog>
  );
}
