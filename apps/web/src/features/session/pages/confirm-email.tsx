import { useClient } from '#lib/app.ts';
import { toast } from '#ui/toast.ts';
import { Button } from '#ui/button.tsx';
import { CodeForm } from '#features/session/forms/code-form.tsx';
import {
  resendConfirmation,
  signInWithMailCode,
} from '#features/session/forms/password-mutations.ts';
import { SendAgainButton } from '#features/session/forms/send-again-button.tsx';

interface ConfirmEmailProps {
  email: string;
  /** Whether the sign-up has just sent the mail. */
  justSent: boolean;
  /** The path that the mail's link opens. */
  next: string | undefined;
  /** Returns to the forms, e.g. because the address was mistyped. */
  onBack: () => void;
}

/** Asks for the code that confirms an account's email address. */
export function ConfirmEmail({ email, justSent, next, onBack }: ConfirmEmailProps) {
  const client = useClient();

  const confirm = async (token: string) => {
    await signInWithMailCode(client, { email, token, type: 'email' });
    // The route's guard may already have left this page.
    toast.success('Welcome to Undertone!', { description: 'Your email address is confirmed' });
  };

  return (
    <>
      <p className="-mt-3 mb-7 wrap-anywhere text-ink-soft">
        We have sent a mail to <strong className="font-medium text-ink">{email}</strong>. Follow its
        link, or type its code here.
      </p>
      <CodeForm
        label="Code from the mail"
        hint="Nothing there? Have a look at the spam folder."
        submitLabel="Confirm"
        pendingLabel="Confirming..."
        onCode={confirm}
        actions={
          <SendAgainButton
            onSend={() => resendConfirmation(client, email, next)}
            justSent={justSent}
          />
        }
      />
      <Button variant="quiet" className="mt-4 self-center" onClick={onBack}>
        Use another address
      </Button>
    </>
  );
}
