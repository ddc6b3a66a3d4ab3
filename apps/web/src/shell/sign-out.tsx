import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { endCurrentRecording } from '#features/clips/capture/current-recording.ts';
import { backgroundRecording } from '#features/recorder/background-recording.ts';
import { listUnpostedTakes, postTakes } from '#features/recorder/post/unposted-takes.ts';
import { failureReason } from '#features/recorder/post/post-messages.ts';
import type { Take } from '#features/clips/take/take-store.ts';
import { failureOf } from '#features/clips/upload/post-error.ts';
import { useSession } from '#features/session/session-context.ts';
import { useApp, type App } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { listOutgoing } from '#features/messages/outbox/outbox-store.ts';
import { sendOutbox } from '#features/messages/outbox/send-outbox.ts';
import { listQueuedChanges } from '#lib/queued-changes.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { removeAccountData } from './account-data.ts';
import { sendChanges } from './queued-changes.tsx';
import { areFiltersChosen, isDrop, UnpostedTakesDialog } from './unposted-takes-dialog.tsx';

interface SignOutProps {
  userId: string;
  /** Called when the user is signed out, or has decided to stay. */
  onDone: () => void;
}

/**
 * Signs the user out everywhere, opens /auth and deletes what this device stores for the account. If a
 * take is not posted, or a change is not sent yet, the user decides first.
 */
export default function SignOut({ userId, onDone }: SignOutProps) {
  const app = useApp();
  const { signOut } = useSession();
  const navigate = useNavigate();
  const [takes, setTakes] = useState<Take[]>();
  /** How many likes, bookmarks, follows and messages wait for the network. */
  const [unsent, setUnsent] = useState(0);
  const [posting, setPosting] = useState<AbortController>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const [isInOtherTab, setInOtherTab] = useState(false);

  const leave = async () => {
    setLeaving(true);
    // First, while the session can still remove files of failed posts from the server.
    await removeAccountData(app, userId);
    await signOut();
    await navigate({ to: '/auth', replace: true });
    onDone();
  };

  const decide = useEffectEvent((found: Take[], queued: number) => {
    if (found.length > 0) setTakes(found);
    else if (queued > 0) setUnsent(queued);
    else void leave();
  });

  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    // Nothing is recorded on behind the question.
    void backgroundRecording(app.client)
      .end()
      .then(() => endCurrentRecording(app.client))
      .then(() => Promise.all([findTakes(app, userId), sendQueued(app, userId, signal)]))
      .then(([found, queued]) => (signal.aborted ? undefined : decide(found, queued)));
    return () => over.abort();
  }, [app, userId]);

  useEffect(() => () => posting?.abort(), [posting]);

  const postNow = async () => {
    if (!takes) return;
    const drops = takes.filter(isDrop);
    if (!areFiltersChosen(drops)) {
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
      await backgroundRecording(app.client).end();
      await postTakes(app, drops, attempt.signal, setInOtherTab);
      if (attempt.signal.aborted) return;
      const others = takes.filter((take) => !isDrop(take));
      setTakes(others);
      setPosting(undefined);
      if (others.length === 0) await leave();
    } catch (cause) {
      setPosting(undefined);
      setInOtherTab(false);
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

  if (unsent > 0) {
    const changes = unsent === 1 ? '1 change' : `${unsent} changes`;
    return (
      <ConfirmDialog
        open
        onClose={stay}
        title={`${changes} not sent yet`}
        description="What you liked, bookmarked, followed or wrote to others without a network is sent when you are online. Signing out deletes it from this device."
        confirmLabel="Sign Out"
        onConfirm={() => void leave()}
        pending={isLeaving}
      />
    );
  }
  if (!takes) return null;
  return (
    <UnpostedTakesDialog
      takes={takes}
      failure={failure}
      isInOtherTab={isInOtherTab}
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

/**
 * Sends the queued changes and messages: a like that was made a moment before, when signing in for example, may still be on its way.
 *
 * @returns how many still wait; 0 when they cannot be read: they must not keep the user signed in
 */
async function sendQueued(app: App, userId: string, signal: AbortSignal): Promise<number> {
  if (!('indexedDB' in window)) return 0;
  try {
    // Not in turn with other tabs, whose system may have stopped them. What could not be sent is counted.
    await Promise.allSettled([sendChanges(app, userId, signal), sendOutbox(app, userId, signal)]);
    const [changes, messages] = await Promise.all([
      listQueuedChanges(userId),
      listOutgoing(userId),
    ]);
    return changes.length + messages.length;
  } catch (cause) {
    logFailure('The queued changes could not be read.', cause);
    return 0;
  }
}

const NOT_POSTED_OFFLINE =
  'Not posted: there is no connection. Your recording is kept on this device.';
