import type { Factor } from '@supabase/auth-js';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Loading } from '#ui/loading.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { toast } from '#ui/toast.ts';
import { AuthFrame } from './auth-frame.tsx';
import { authWords } from '#features/session/forms/auth-words.ts';
import { useRefreshSession } from '#features/session/forms/factor-mutations.ts';
import { FactorCode } from '#features/session/forms/factor-code.tsx';
import { factorName } from '#features/session/forms/factor-name.ts';
import { verifiedFactorsOptions } from '#features/session/forms/factor-queries.ts';
import { useSignOut } from '#features/session/use-sign-out.ts';
import { useClient } from '#lib/app.ts';

/** The second step of signing in. Its code makes the session a whole one; the route's guard then goes on. */
export function SecondStepPage({ userId }: { userId: string }) {
  const client = useClient();
  const { data: factors, error, refetch } = useQuery(verifiedFactorsOptions(client, userId));
  const signOut = useSignOut();
  const [leaving, setLeaving] = useState(false);

  const leave = async () => {
    setLeaving(true);
    // Who has only shown a password ends this session, not those of the owner.
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
      <p className="-mt-3 text-ink-soft">{authWords(error)}</p>
      <Button variant="secondary" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}

function Factors({ factors }: { factors: Factor[] | undefined }) {
  const [chosen, setChosen] = useState<string>();
  const { mutateAsync: refresh } = useRefreshSession();
  const gone = factors?.length === 0;

  // The last factor was removed elsewhere in the meantime: a new token says so.
  useEffect(() => {
    if (gone) void refresh().catch(() => undefined);
  }, [gone, refresh]);

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
