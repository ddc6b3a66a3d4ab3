import type { Factor } from '@supabase/auth-js';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Loading } from '#ui/loading.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { toast } from '#ui/toast.ts';
import { AuthFrame } from './auth-frame.tsx';
import { authMessage } from '#features/session/forms/auth-messages.ts';
import { useRefreshSession } from '#features/session/forms/factor-mutations.ts';
import { FactorCode } from '#features/session/forms/factor-code.tsx';
import { factorName } from '#features/session/forms/factor-queries.ts';
import { verifiedFactorsOptions } from '#features/session/forms/factor-queries.ts';
import { useSignOut } from '#features/session/use-sign-out.ts';
import { useClient } from '#lib/app.ts';

/** Asks for the second factor's code; the route's guard then leaves this page. */
export function SecondStepPage({ userId }: { userId: string }) {
  const client = useClient();
  const { data: factors, error, refetch } = useQuery(verifiedFactorsOptions(client, userId));
  const signOut = useSignOut();
  const [leaving, setLeaving] = useState(false);

  const leave = async () => {
    setLeaving(true);
    // Without the second factor, only this session may be ended, not the account's others.
    await signOut('local');
  };

  return (
    <AuthFrame title="Second step" heading="One more step">
      {error ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : (
        <Factors factors={factors} />
      )}
      <Button
        variant="quiet"
        className="mt-4 self-center"
        pending={leaving}
        onClick={() => void leave()}
      >
        Sign in as someone else
      </Button>
    </AuthFrame>
  );
}

function Problem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div role="alert" className="grid gap-5">
      <p className="-mt-3 text-ink-soft">{authMessage(error)}</p>
      <Button variant="secondary" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}

function Factors({ factors }: { factors: Factor[] | undefined }) {
  const [chosen, setChosen] = useState<string>();
  const { mutateAsync: refresh } = useRefreshSession();
  const hasNoFactor = factors?.length === 0;

  // The last factor was removed on another device: a new token no longer requires one.
  useEffect(() => {
    if (hasNoFactor) void refresh().catch(() => undefined);
  }, [hasNoFactor, refresh]);

  const factor = factors?.find(({ id }) => id === chosen) ?? factors?.[0];
  if (!factors || !factor) return <Loading />;

  return (
    <div className="grid gap-6">
      {factors.length > 1 && (
        <SegmentedControl
          label="Where your code comes from"
          segments={factors.map((each) => ({ value: each.id, label: factorName(each) }))}
          value={factor.id}
          onChange={setChosen}
        />
      )}
      <FactorCode
        key={factor.id}
        factor={factor}
        submitLabel="Sign In"
        onVerified={() => toast.success('Welcome back!')}
      />
    </div>
  );
}
