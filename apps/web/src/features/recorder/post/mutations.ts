import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { hidePendingDrop, showPendingDrop } from '#features/drops/pending-drops.ts';
import { useApp } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { pendingDropOf, replacePendingDrop } from './pending-drop.ts';
import { postTake, type PostError, type TakePosting } from './post-take.ts';

/**
 * Posts a take, and shows a pending drop at the head of its lists until the post has ended.
 * `progress` is the share of its audio that has been sent, 0 to 1.
 */
export function usePostTake() {
  const app = useApp();
  const { queryClient } = app;
  const [progress, setProgress] = useState(0);
  const attempt = useRef(new AbortController());

  const { mutateAsync } = useMutation<void, PostError, TakePosting>({
    mutationFn: async (posting) => {
      setProgress(0);
      attempt.current = new AbortController();
      const { signal } = attempt.current;
      const pending = pendingDropOf(queryClient, posting);
      let audioPath = '';
      showPendingDrop(queryClient, pending);
      try {
        await postTake(app, posting, {
          signal,
          onProgress: setProgress,
          onClip: ({ duration, peaks }, path) => {
            audioPath = path;
            showPendingDrop(queryClient, { ...pending, audioPath, duration, waveform: peaks });
          },
        });
      } catch (cause) {
        hidePendingDrop(queryClient, pending.id);
        throw cause;
      }
      // Not awaited: the pending drop is shown until the posted one has been read.
      void replacePendingDrop(app, pending, audioPath);
    },
    onError: (error) => {
      if (error.problem !== 'cancelled') logFailure('The drop was not posted.', error);
    },
  });

  return {
    /** @throws {PostError} */
    post: mutateAsync,
    progress,
    /** Cancels the upload. */
    cancel: () => attempt.current.abort(),
  };
}
