import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import LiveDropToasts from '#features/feed/live-drop-toasts.tsx';
import ResumePosts from '#features/recorder/post/resume-posts.tsx';

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

/** Fetches the recorder's page, so that it opens at once on a slow line as well. */
function usePreloadedRecorder(): void {
  const router = useRouter();
  useEffect(() => {
    // The page fetches again what does not arrive.
    router.preloadRoute({ to: '/record' }).catch(() => undefined);
  }, [router]);
}
