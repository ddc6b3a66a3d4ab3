import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApp } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import type { PostError } from './post-error.ts';
import type { TakePosting } from './post-take.ts';
import { showPost } from './show-post.ts';

/**
 * Posts a take. `progress` is the share of its audio that has been sent, 0 to 1; null while the clip
 * is still being made.
 */
export function usePostTake() {
  const app = useApp();
  const [progress, setProgress] = useState<number | null>(null);
  const attempt = useRef(new AbortController());

  const { mutateAsync } = useMutation<void, PostError, TakePosting>({
    mutationFn: (posting) => {
      setProgress(null);
      attempt.current = new AbortController();
      const { signal } = attempt.current;
      return showPost(app, posting, { signal, onProgress: setProgress });
    },
    onError: (error) => {
      const isFailure = error.problem !== 'cancelled' && error.problem !== 'offline';
      if (isFailure) logFailure('The drop was not posted.', error);
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
