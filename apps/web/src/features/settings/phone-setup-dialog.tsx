import { useState } from 'react';
import { FactorCode } from '#features/session/forms/factor-code.tsx';
import { useFieldForm } from '#features/session/forms/use-field-form.ts';
import { useClient } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { enrollPhone } from './factor-enrollment.ts';

/** A phone number in E.164 format: a plus sign, the country code, the number. */
const PHONE = /^\+[1-9]\d{6,14}$/;

interface PhoneSetupDialogProps {
  onDone: () => void;
  onClose: () => void;
}

/** Asks for a phone number, then for the code that was sent to it. */
export function PhoneSetupDialog({ onDone, onClose }: PhoneSetupDialogProps) {
  const [factorId, setFactorId] = useState<string>();
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
          <PhoneForm onEnrolled={setFactorId} />
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

function PhoneForm({ onEnrolled }: { onEnrolled: (factorId: string) => void }) {
  const client = useClient();
  const [phone, setPhone] = useState('');
  const number = phone.replaceAll(/[\s()./-]/g, '');
  const { problem, isPending, submit } = useFieldForm({
    name: 'phone',
    validate: () =>
      PHONE.test(number)
        ? undefined
        : 'Please enter the number with its country, like +49 151 23456789',
    send: async () => onEnrolled(await enrollPhone(client, number)),
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
        onValueChange={setPhone}
      />
      <Button type="submit" pending={isPending}>
        {isPending ? 'Saving...' : 'Go on'}
      </Button>
    </Form>
  );
}
