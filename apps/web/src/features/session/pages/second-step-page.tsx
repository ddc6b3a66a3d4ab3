import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Loading } from '#ui/loading.tsx';
import { ListProblem } from '#ui/query-list.tsx';
import { toast } from '#ui/toast.ts';
import { AuthFrame } from './auth-frame.tsx';
import { authMessage } from '#features/session/forms/auth-messages.ts';
import { FactorChoice } from '#features/session/forms/factor-choice.tsx';
import { verifiedFactorsOptions } from '#features/session/forms/factor-queries.ts';
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
        <FactorChoice
          factors={query.data}
          submitLabel="Sign In"
          onVerified={() => toast.success('Welcome back!')}
        />
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
