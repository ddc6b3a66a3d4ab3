import { useEffect } from 'react';
import { useApp } from '#lib/app.ts';
import { deleteExpired } from '#features/recorder/take/undo-discard.ts';
import { PostQueue } from './post-queue.ts';
import { toastNotPosted, toastPosted, toastTakenBack } from './post-toasts.ts';

/**
 * Posts what the user has asked to post and what waits on this device, and deletes takes that were
 * discarded on an earlier visit. Renders nothing.
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

  return null;
}
