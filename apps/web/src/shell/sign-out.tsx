import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { failureOf } from '#features/recorder/post/post-record.ts';
import { listUnpostedTakes, postTakes } from '#features/recorder/post/unposted-takes.ts';
import { failureReason } from '#features/recorder/recorder-messages.ts';
import type { Take } from '#features/recorder/take/take-store.ts';
import { useSession } from '#features/session/session-context.ts';
import { useApp, type App } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { removeAccountData } from './account-data.ts';
import { areFiltersChosen, UnpostedTakesDialog } from './unposted-takes-dialog.tsx';

interface SignOutProps {
  userId: string;
  /** Called when the user is signed out, or has decided to stay. */
  onDone: () => void;
}

/**
 * Signs the user out everywhere, opens /auth and deletes what this device stores for the account. If a
 * take is not posted, the user decides first.
 */
export default function SignOut({ userId, onDone }: SignOutProps) {
  const app = useApp();
  const { signOut } = useSession();
  const navigate = useNavigate();
  const [takes, setTakes] = useState<Take[]>();
  const [posting, setPosting] = useState<AbortController>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);

  const leave = async () => {
    setLeaving(true);
    // First, while the session can still remove files of failed posts from the server.
    await removeAccountData(app, userId);
    await signOut();
    await navigate({ to: '/auth', replace: true });
    onDone();
  };

  const decide = useEffectEvent((found: Take[]) => {
    if (found.length > 0) setTakes(found);
    else void leave();
  });

  useEffect(() => {
    let isOver = false;
    void findTakes(app, userId).then((found) => (isOver ? undefined : decide(found)));
    return () => {
      isOver = true;
    };
  }, [app, userId]);

  useEffect(() => () => posting?.abort(), [posting]);

  const postNow = async () => {
    if (!takes) return;
    if (!areFiltersChosen(takes)) {
      onDone();
      await navigate({ to: '/record' });
      return;
    }
    const attempt = new AbortController();
    setPosting(attempt);
    setFailure(null);
    try {
      // The profile shows the drops that are being posted, and the recorder that has been left frees its take.
      await navigate({ to: '/profile' });
      await postTakes(app, takes, attempt.signal);
      if (!attempt.signal.aborted) await leave();
    } catch (cause) {
      setPosting(undefined);
      if (attempt.signal.aborted) return;
      logFailure('A take was not posted before signing out.', cause);
      const reason = failureOf(cause);
      setFailure(reason ? failureReason(reason) : NOT_POSTED_OFFLINE);
    }
  };

  const stay = () => {
    posting?.abort();
    onDone();
  };

  if (!takes) return null;
  return (
    <UnpostedTakesDialog
      takes={takes}
      failure={failure}
      state={isLeaving ? 'leaving' : posting ? 'posting' : 'asking'}
      onPost={() => void postNow()}
      onStay={stay}
      onDiscard={() => void leave()}
    />
  );
}

/** @returns no takes when they cannot be read: they must not keep the user signed in */
async function findTakes(app: App, userId: string): Promise<Take[]> {
  try {
    return await listUnpostedTakes(app, userId);
  } catch (cause) {
    logFailure('The takes on this device could not be read.', cause);
    return [];
  }
}

const NOT_POSTED_OFFLINE =
  'Not posted: there is no connection. Your recording is kept on this device.';
