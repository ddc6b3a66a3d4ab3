import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import LiveDropToasts from '#features/feed/live-drop-toasts.tsx';
import { Recorder } from '#features/recorder/recorder.tsx';
import ResumePosts from '#features/recorder/post/resume-posts.tsx';
import { useSession } from '#features/session/session-context.ts';
import { useApp } from '#lib/app.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

const SignOut = lazyPart(() => import('./sign-out.tsx'));

/**
 * The app's work for a member in the background: it keeps the lists of drops live, posts what waits on this
 * device, fetches the recorder's page ahead, and signs out, which shows a question only if a take is not
 * posted. Fetched when the page is idle.
 */
export default function MemberBackground({ userId }: { userId: string }) {
  const { isSigningOut, setSigningOut, signOut } = useSession();
  usePreloadedRecorder();
  useAccountData(userId);
  return (
    <>
      <LiveDropToasts viewerId={userId} />
      <ResumePosts userId={userId} />
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

/** Fetches the recorder's page when the browser is idle, so that it opens at once on a slow line as well. */
function usePreloadedRecorder(): void {
  const router = useRouter();
  useEffect(
    // The page fetches again what does not arrive.
    () => whenIdle(() => Promise.all([router.preloadRoute({ to: '/record' }), Recorder.load()])),
    [router],
  );
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
