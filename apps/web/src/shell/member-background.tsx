import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import LiveDropToasts from '#features/feed/live-drop-toasts.tsx';
import { Recorder } from '#features/recorder/recorder.tsx';
import ResumePosts from '#features/recorder/post/resume-posts.tsx';
import { whenIdle } from '#lib/when-idle.ts';

/**
 * What the app does unseen for a member: it keeps the lists of drops live, posts what waits on this
 * device, and fetches the recorder's page ahead. Fetched when the page is idle.
 */
export default function MemberBackground({ userId }: { userId: string }) {
  usePreloadedRecorder();
  return (
    <>
      <LiveDropToasts viewerId={userId} />
      <ResumePosts userId={userId} />
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
