import type { Factor } from '@supabase/auth-js';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Loading } from '#ui/loading.tsx';
import { ListProblem } from '#ui/query-list.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { toast } from '#ui/toast.ts';
import { AuthFrame } from './auth-frame.tsx';
import { authMessage } from '#features/session/forms/auth-messages.ts';
import { refreshSession } from '#features/session/forms/factor-verification.ts';
import { FactorCode } from '#features/session/forms/factor-code.tsx';
import { factorName, verifiedFactorsOptions } from '#features/session/forms/factor-queries.ts';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';

const LostFactor = lazyPart(() => import('./lost-factor.tsx'), { fallback: <Loading /> });

/** Asks for the second factor's code; the route's guard then leaves this page. */
export function SecondStepPage({ userId }: { userId: string }) {
  const client = useClient();
  const query = useQuery(verifiedFactorsOptions(client, userId));
  const { signOut } = useSession();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const [isLost, setIsLost] = useState(false);

  const leave = async () => {
    setLeaving(true);
    // Without the second factor, only this session may be ended, and not the account's other sessions.
    await signOut('local');
    await navigate({ to: '/auth', replace: true });
  };

  return (
    <AuthFrame
      title="Second step"
      heading={isLost ? 'Without your second factor' : 'One more step'}
    >
      {isLost ? (
        <LostFactor />
      ) : query.error ? (
        <ListProblem query={query} failure={authMessage(query.error)} compact />
      ) : (
        <Factors factors={query.data} />
      )}
      <Button variant="quiet" className="mt-4 self-center" onClick={() => setIsLost(!isLost)}>
        {isLost ? 'Use my second factor' : 'I lost my second factor'}
      </Button>
      <Button
        variant="quiet"
        className="mt-1 self-center"
        pending={leaving}
        onClick={() => void leave()}
      >
        Sign in as someone else
      </Button>
    </AuthFrame>
  );
}

function Factors({ factors }: { factors: Factor[] | undefined }) {
  const [chosen, setChosen] = useState<string>();
  const client = useClient();
  const hasNoFactor = factors?.length === 0;

  // The last factor was removed on another device: a new token no longer requires one.
  useEffect(() => {
    if (hasNoFactor) void refreshSession(client).catch(() => undefined);
  }, [hasNoFactor, client]);

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
