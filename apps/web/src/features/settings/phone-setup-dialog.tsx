import { useState } from 'react';
import { FactorCode } from '#features/session/forms/factor-code.tsx';
import { useFieldForm } from '#features/session/forms/use-field-form.ts';
import { useClient } from '#lib/app.ts';
import { errorCode } from '#lib/backend-error.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { ConfirmIdentityDialog } from './confirm-identity.tsx';
import { enrollPhone } from './factor-enrollment.ts';
import type { Account } from './security-queries.ts';

/** A phone number in E.164 format: a plus sign, the country code, the number. */
const PHONE = /^\+[1-9]\d{6,14}$/;

interface PhoneSetupDialogProps {
  account: Account;
  onDone: () => void;
  onClose: () => void;
}

/** Asks for a phone number, then for the code that was sent to it. */
export function PhoneSetupDialog({ account, onDone, onClose }: PhoneSetupDialogProps) {
  const [phone, setPhone] = useState('');
  const [identityNeeded, setIdentityNeeded] = useState(false);
  const [factorId, setFactorId] = useState<string>();
  if (identityNeeded) {
    return (
      <ConfirmIdentityDialog
        account={account}
        purpose="add your phone"
        outcome="you can add your phone"
        pending={false}
        onConfirmed={() => setIdentityNeeded(false)}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Codes by text message"
      description="An authenticator app is the safer way. A phone is a good second one."
      shape="sheet"
    >
      <div className="pt-2">
        {factorId === undefined ? (
          <PhoneForm
            phone={phone}
            onPhoneChange={setPhone}
            onEnrolled={setFactorId}
            onIdentityNeeded={() => setIdentityNeeded(true)}
          />
        ) : (
          <FactorCode
            factor={{ id: factorId, factor_type: 'phone' }}
            submitLabel="Turn on"
            onVerified={onDone}
          />
        )}
      </div>
    </Dialog>
  );
}

interface PhoneFormProps {
  phone: string;
  onPhoneChange: (phone: string) => void;
  onEnrolled: (factorId: string) => void;
  /** Called when the server requires authentication again. */
  onIdentityNeeded: () => void;
}

function PhoneForm({ phone, onPhoneChange, onEnrolled, onIdentityNeeded }: PhoneFormProps) {
  const client = useClient();
  const number = phone.replaceAll(/[\s()./-]/g, '');
  const { problem, isPending, submit } = useFieldForm({
    name: 'phone',
    validate: () =>
      PHONE.test(number)
        ? undefined
        : 'Please enter the number with its country, like +49 151 23456789',
    send: () =>
      enrollPhone(client, number).then(onEnrolled, (error: unknown) => {
        if (errorCode(error) !== 'reauthentication_needed') throw error;
        onIdentityNeeded();
      }),
  });

  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <TextField
        label="Phone number"
        hint="With its country, like +49 151 23456789"
        error={problem}
        name="phone"
        type="tel"
        autoComplete="tel"
        value={phone}
        onValueChange={onPhoneChange}
      />
      <Button type="submit" pending={isPending}>
        {isPending ? 'Saving...' : 'Go on'}
      </Button>
    </Form>
  );
}
