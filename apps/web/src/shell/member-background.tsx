import { useRouter } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { afterRecording } from '#features/clips/recorder/after-recording-code.ts';
import { backgroundRecording } from '#features/recorder/background-recording.ts';
import { Recorder } from '#features/recorder/recorder.tsx';
import { useUnpostedTake } from '#features/recorder/use-unposted-take.ts';
import { useSession } from '#features/session/session-context.ts';
import { accountKey } from '#lib/account-local-storage.ts';
import { useApp } from '#lib/app.ts';
import { writeLocalItem } from '#lib/local-item.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { OwnProfileOffline } from './own-profile-offline.tsx';

// Each in its own step, because what a person presses meanwhile waits for the step that is under way.
const idle = { preload: 'idle' } as const;
const LiveDropToasts = lazyPart(() => import('#features/feed/live-drop-toasts.tsx'), idle);
const ResumePosts = lazyPart(() => import('#features/recorder/post/resume-posts.tsx'), idle);
const QueuedChanges = lazyPart(() => import('./queued-changes.tsx'), idle);
const MessagesBackground = lazyPart(
  () => import('#features/messages/messages-background.tsx'),
  idle,
);
const KeepDrops = lazyPart(() => import('./keep-drops.tsx'), idle);
const PushOffer = lazyPart(() => import('./push-offer.tsx'), idle);

const RecordingBar = lazyPart(() => import('#features/recorder/recording-bar.tsx'));

const SignOut = lazyPart(() => import('./sign-out.tsx'));

/**
 * The app's work for a member in the background: it keeps the lists of drops live, posts what waits on this device and
 * sends the changes that wait, receives and sends messages, keeps drops for offline listening, offers push messages, shows a recording that goes
 * on, fetches the recorder's page ahead, and signs out, which shows a question only if a take is not posted. Fetched
 * when the page is idle.
 */
export default function MemberBackground({ userId }: { userId: string }) {
  const { isSigningOut, setSigningOut, signOut } = useSession();
  const recorder = useBackgroundRecording();
  useUnpostedMark(userId);
  usePreloadedRecorder();
  useAccountData(userId);
  return (
    <>
      <LiveDropToasts viewerId={userId} />
      <OwnProfileOffline userId={userId} />
      <ResumePosts userId={userId} />
      <QueuedChanges userId={userId} />
      <MessagesBackground userId={userId} />
      <KeepDrops userId={userId} />
      <PushOffer userId={userId} />
      {recorder && <RecordingBar recorder={recorder} />}
      {/* Without its code, what the device stores stays as after a session that the server has ended. */}
      {isSigningOut && (
        <SignOut
          userId={userId}
          onDone={() => setSigningOut(false)}
          onMissing={() => void signOut()}
        />
      )}
    </>
  );
}

/**
 * Marks the document while a recording is not posted: the links to the recorder then have a dot. The device
 * remembers it, so that the feed waits for the line about it.
 */
function useUnpostedMark(userId: string): void {
  const take = useUnpostedTake(userId);
  useEffect(() => {
    if (take === undefined) return undefined;
    writeLocalItem(accountKey('unposted', userId), take && 'yes');
    document.documentElement.toggleAttribute('data-unposted', take !== null);
    return () => document.documentElement.removeAttribute('data-unposted');
  }, [take, userId]);
}

/** The recorder whose recording goes on while it is not shown, which ends with the account's session. */
function useBackgroundRecording() {
  const { client } = useApp();
  const background = backgroundRecording(client);
  useEffect(() => background.host(), [background]);
  return useSyncExternalStore(background.subscribe, background.get);
}

/**
 * Fetches the recorder's page when the browser is idle, so that it opens at once on a slow line as well. In
 * small steps: what a person presses meanwhile waits for the step that is under way.
 */
function usePreloadedRecorder(): void {
  const router = useRouter();
  useEffect(() => {
    // The page fetches again what does not arrive.
    const cancels = [
      () => router.preloadRoute({ to: '/record' }),
      Recorder.load,
      afterRecording,
      RecordingBar.load,
    ].map(whenIdle);
    return () => cancels.forEach((cancel) => cancel());
  }, [router]);
}

/** Takes back what the account has left on this device, after what a person may need sooner. */
function useAccountData(userId: string): void {
  const app = useApp();
  useEffect(
    () =>
      whenIdle(async () => {
        const { settleAccountData } = await import('./account-data.ts');
        // Not awaited: it may wait for another tab, and other idle work would wait as long.
        void settleAccountData(app, userId);
      }),
    [app, userId],
  );
}
