import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useApp } from '#lib/app.ts';
import { deleteExpired } from '#features/recorder/take/undo-discard.ts';
import { PostQueue } from './post-queue.ts';
import { toastNotPosted, toastPosted, toastTakenBack } from './post-toasts.ts';

/**
 * Posts what the user has asked to post and what waits on this device, and deletes takes that were
 * discarded on an earlier visit. Fetches the code of the profile, to which every post leads, and of the
 * card of a drop that waits, so that both show at once, and without a network. Renders nothing.
 */
export default function ResumePosts({ userId }: { userId: string }) {
  const app = useApp();

  useEffect(() => {
    const queue = new PostQueue(app, userId, {
      onPosted: ({ filterId }) => toastPosted(filterId),
      onFailed: toastNotPosted,
      onCancelled: toastTakenBack,
    });
    queue.start();
    void deleteExpired(app, userId);
    return () => queue.stop();
  }, [app, userId]);

  const router = useRouter();
  useEffect(() => {
    const profile = router.loadRouteChunk(router.routesById['/_shell/_member/profile']);
    const card = import('#features/drops/card/pending-drop-card.tsx');
    // What does not arrive is fetched again when it is shown.
    Promise.all([profile, card]).catch(() => undefined);
  }, [router]);

  return null;
}
