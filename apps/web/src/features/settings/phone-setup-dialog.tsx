import { useState } from 'react';
import { authMessage } from '#features/session/forms/auth-messages.ts';
import { FactorCode } from '#features/session/forms/factor-code.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { useEnrollPhone } from './factor-mutations.ts';

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
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
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
  const [phone, setPhone] = useState('');
  const [problem, setProblem] = useState<string>();
  const enroll = useEnrollPhone();

  const submit = async () => {
    const number = phone.replaceAll(/[\s()./-]/g, '');
    if (!PHONE.test(number)) {
      setProblem('Please enter the number with its country, like +49 151 23456789');
      return;
    }
    setProblem(undefined);
    try {
      onEnrolled(await enroll.mutateAsync(number));
    } catch (error) {
      setProblem(authMessage(error));
    }
  };

  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <Field label="Phone number" hint="With its country, like +49 151 23456789" error={problem}>
        {(control) => (
          <Input
            {...control}
            name="phone"
            type="tel"
            autoComplete="tel"
            value={phone}
            onChange={(event) => setPhone(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit" pending={enroll.isPending}>
        {enroll.isPending ? 'Saving...' : 'Go on'}
      </Button>
    </Form>
  );
}
