import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useApp } from '#lib/app.ts';
import { deleteExpired } from '#features/clips/take/undo-discard.ts';
import { PostQueue } from './post-queue.ts';
import { toastNotPosted, toastPostCancelled, toastPosted } from './post-toasts.ts';

/**
 * Posts the user's queued takes, and deletes takes that were discarded on an earlier visit. Prefetches
 * the code of the profile, which every post opens, and of the pending drop's card, so that both are shown
 * at once and without a network. Renders nothing.
 */
export default function ResumePosts({ userId }: { userId: string }) {
  const app = useApp();

  useEffect(() => {
    // A browser without IndexedDB stores no takes.
    if (!('indexedDB' in window)) return undefined;
    const queue = new PostQueue(app, userId, {
      onPosted: toastPosted,
      onFailed: toastNotPosted,
      onCancelled: toastPostCancelled,
    });
    queue.start();
    void deleteExpired(app, userId);
    return () => queue.stop();
  }, [app, userId]);

  const router = useRouter();
  useEffect(() => {
    const profile = router.loadRouteChunk(router.routesById['/_shell/_member/profile']);
    const card = import('#features/drops/card/pending-drop-card.tsx');
    // Code that could not be fetched is fetched again when it is needed.
    Promise.all([profile, card]).catch(() => undefined);
  }, [router]);

  return null;
}
