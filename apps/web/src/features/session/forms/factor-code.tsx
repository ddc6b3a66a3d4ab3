import type { Factor } from '@supabase/auth-js';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { authMessage } from './auth-messages.ts';
import { CodeForm } from './code-form.tsx';
import { useSendFactorCode, useVerifyFactor } from './factor-mutations.ts';
import { SendAgainButton } from './send-again-button.tsx';

interface FactorCodeProps {
  factor: Pick<Factor, 'id' | 'factor_type'>;
  submitLabel: string;
  /** Called when the server has accepted the code. */
  onVerified: () => void;
}

/** A form for a second factor's code: from an authenticator app, or sent to a phone on request. */
export function FactorCode({ factor, submitLabel, onVerified }: FactorCodeProps) {
  const { mutateAsync: verify } = useVerifyFactor();
  if (factor.factor_type === 'phone') {
    return <PhoneCode factorId={factor.id} submitLabel={submitLabel} onVerified={onVerified} />;
  }
  return (
    <CodeForm
      label="Code from your authenticator app"
      submitLabel={submitLabel}
      pendingLabel="Looking..."
      onCode={async (code) => {
        await verify({ factorId: factor.id, code });
        onVerified();
      }}
    />
  );
}

interface PhoneCodeProps extends Pick<FactorCodeProps, 'submitLabel' | 'onVerified'> {
  factorId: string;
}

function PhoneCode({ factorId, submitLabel, onVerified }: PhoneCodeProps) {
  const [challengeId, setChallengeId] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const send = useSendFactorCode();
  const { mutateAsync: verify } = useVerifyFactor();

  const start = async () => {
    setProblem(undefined);
    try {
      setChallengeId(await send.mutateAsync(factorId));
    } catch (error) {
      setProblem(authMessage(error));
    }
  };

  if (challengeId === undefined) {
    return (
      <div className="grid gap-3">
        <Button pending={send.isPending} onClick={() => void start()}>
          {send.isPending ? 'Sending...' : 'Send a code to my phone'}
        </Button>
        <p role="alert" className="text-sm text-danger empty:hidden">
          {problem}
        </p>
      </div>
    );
  }
  return (
    <CodeForm
      label="Code from the message"
      submitLabel={submitLabel}
      pendingLabel="Looking..."
      onCode={async (code) => {
        await verify({ factorId, code, challengeId });
        onVerified();
      }}
      actions={
        <SendAgainButton onSend={async () => setChallengeId(await send.mutateAsync(factorId))} />
      }
    />
  );
}
