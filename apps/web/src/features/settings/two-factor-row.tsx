import type { Factor } from '@supabase/auth-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Smartphone } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { authMessage } from '#features/session/forms/auth-messages.ts';
import { factorName } from '#features/session/forms/factor-queries.ts';
import { recoveryOptions } from '#features/session/forms/recovery.ts';
import { useClient } from '#lib/app.ts';
import { errorCode } from '#lib/backend-error.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { AppSetupDialog } from './app-setup-dialog.tsx';
import { ConfirmIdentityDialog } from './confirm-identity.tsx';
import { useEnrollApp, type AppSetup } from './factor-enrollment.ts';
import { PhoneSetupDialog } from './phone-setup-dialog.tsx';
import { securityKeys, type Account } from './security-queries.ts';
import { RecoveryCodes, RecoveryCodesDialog, useRenewCodes } from './recovery-codes.tsx';
import { RemoveFactorDialog } from './remove-factor-dialog.tsx';
import { SecurityRow } from './security-row.tsx';

/** The state of two-factor sign-in, and the account's second factors. */
export function TwoFactorRow({ account }: { account: Account }) {
  const { factors } = account;
  const queryClient = useQueryClient();
  const enrollApp = useEnrollApp();
  const { data: recovery } = useQuery(recoveryOptions(useClient()));
  const { mutate: renewCodes } = useRenewCodes();
  const [identityNeeded, setIdentityNeeded] = useState(false);
  const [setup, setSetup] = useState<AppSetup>();
  const [addingPhone, setAddingPhone] = useState(false);
  const [removing, setRemoving] = useState<Factor>();
  const [codes, setCodes] = useState<string[]>();
  const on = factors.length > 0;

  const addApp = async () => {
    try {
      setSetup(await enrollApp.mutateAsync());
      setIdentityNeeded(false);
    } catch (error) {
      if (errorCode(error) === 'reauthentication_needed') setIdentityNeeded(true);
      else toast.error('Two-factor could not be set up', { description: authMessage(error) });
    }
  };
  const onAdded = () => {
    setSetup(undefined);
    setAddingPhone(false);
    if (on) toast.success('Second factor added');
    else {
      toast.success('Two-factor is on', { description: 'Your other devices are signed out.' });
      renewCodes(undefined, { onSuccess: setCodes });
    }
    void queryClient.invalidateQueries({ queryKey: securityKeys.all });
  };

  return (
    <>
      <SecurityRow
        title="Two-factor sign-in"
        action={
          <>
            <Button
              variant="secondary"
              size="sm"
              pending={enrollApp.isPending}
              onClick={() => void addApp()}
            >
              {on ? 'Add an app' : 'Turn on'}
            </Button>
            <Button variant="quiet" size="sm" onClick={() => setAddingPhone(true)}>
              {on ? 'Add a phone' : 'By text message'}
            </Button>
          </>
        }
        details={
          on ? (
            <>
              <FactorList factors={factors} onRemove={setRemoving} />
              <RecoveryCodes account={account} onCodes={setCodes} />
              {recovery?.decidedFrom && (
                <Notice>
                  Somebody who has your password asked us to remove your second factor. If it was
                  not you, follow the link in our mail, which cancels that, and change your
                  password.
                </Notice>
              )}
            </>
          ) : (
            recovery?.recoveredAt && (
              <Notice>
                Your second factor was removed because you had lost it. Turn two-factor on again:
                until then your password is enough to sign in.
              </Notice>
            )
          )
        }
      >
        {on
          ? 'On. Signing in asks for a code besides your password.'
          : 'Off. With it, signing in also asks for a code from an authenticator app.'}
      </SecurityRow>
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          email={account.email}
          onClose={() => setCodes(undefined)}
        />
      )}
      {identityNeeded && (
        <ConfirmIdentityDialog
          account={account}
          purpose="turn two-factor on"
          outcome="you can turn two-factor on"
          pending={enrollApp.isPending}
          onConfirmed={() => void addApp()}
          onClose={() => setIdentityNeeded(false)}
        />
      )}
      {setup && (
        <AppSetupDialog setup={setup} onDone={onAdded} onClose={() => setSetup(undefined)} />
      )}
      {addingPhone && (
        <PhoneSetupDialog
          account={account}
          onDone={onAdded}
          onClose={() => setAddingPhone(false)}
        />
      )}
      {removing && (
        <RemoveFactorDialog
          factor={removing}
          isLast={factors.length === 1}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="mt-4 rounded-lg border border-danger bg-danger-wash px-4 py-3 text-[0.9375rem]">
      {children}
    </p>
  );
}

interface FactorListProps {
  factors: Factor[];
  onRemove: (factor: Factor) => void;
}

function FactorList({ factors, onRemove }: FactorListProps) {
  return (
    <ul aria-label="Second factors" className="mt-4 grid gap-2">
      {factors.map((factor) => (
        <li
          key={factor.id}
          className="flex items-center gap-3 rounded-md bg-paper-sunken py-2 pr-2 pl-4 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-ink-faint"
        >
          {factor.factor_type === 'phone' ? <Smartphone /> : <KeyRound />}
          <span className="min-w-0 grow truncate">{factorName(factor)}</span>
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Remove ${factorName(factor)}`}
            onClick={() => onRemove(factor)}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}
