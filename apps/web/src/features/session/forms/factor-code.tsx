import type { Factor } from '@supabase/auth-js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import { authMessage } from './auth-messages.ts';
import { CodeForm } from './code-form.tsx';
import { sendFactorCode, verifyFactor } from './factor-verification.ts';
import { SendAgainButton } from './send-again-button.tsx';

interface FactorCodeProps {
  factor: Pick<Factor, 'id' | 'factor_type'>;
  submitLabel: string;
  /** Called when the server has accepted the code. */
  onVerified: () => void;
}

/** A form for a second factor's code: from an authenticator app, or sent to a phone on request. */
export function FactorCode({ factor, submitLabel, onVerified }: FactorCodeProps) {
  const client = useClient();
  const [challengeId, setChallengeId] = useState<string>();
  const isPhone = factor.factor_type === 'phone';
  const send = useMutation({
    mutationFn: () => sendFactorCode(client, factor.id),
    onSuccess: setChallengeId,
  });

  if (isPhone && challengeId === undefined) {
    return (
      <div className="grid gap-3">
        <Button pending={send.isPending} onClick={() => send.mutate()}>
          {send.isPending ? 'Sending...' : 'Send a code to my phone'}
        </Button>
        <p role="alert" className="text-sm text-danger empty:-mt-3">
          {send.error && authMessage(send.error)}
        </p>
      </div>
    );
  }
  return (
    <CodeForm
      label={isPhone ? 'Code from the message' : 'Code from your authenticator app'}
      submitLabel={submitLabel}
      pendingLabel="Looking..."
      onCode={async (code) => {
        const challenge = challengeId === undefined ? {} : { challengeId };
        await verifyFactor(client, { factorId: factor.id, code, ...challenge });
        onVerified();
      }}
      actions={isPhone && <SendAgainButton onSend={send.mutateAsync} />}
    />
  );
}
