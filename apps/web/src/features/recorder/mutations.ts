import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { dropKeys } from '#features/drops/queries.ts';
import { logFailure } from '#lib/log.ts';
import type { PostError } from './post-error.ts';
import { postTake, type TakePosting } from './post-take.ts';

/** Posts a take. `progress` is the share of its audio that has been sent, 0 to 1. */
export function usePostTake() {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState(0);
  const attempt = useRef(new AbortController());

  const { mutateAsync } = useMutation<void, PostError, TakePosting>({
    mutationFn: (posting) => {
      setProgress(0);
      attempt.current = new AbortController();
      const { signal } = attempt.current;
      return postTake(posting, { queryClient, signal, onProgress: setProgress });
    },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: dropKeys.all }),
    onError: (error) => {
      if (error.problem !== 'cancelled') logFailure('The drop was not posted.', error);
    },
    // Offline it fails at once, instead of being posted at some later time by surprise.
    networkMode: 'always',
  });

  return {
    /** @throws {PostError} */
    post: mutateAsync,
    progress,
    /** Calls the upload off. */
    cancel: () => attempt.current.abort(),
  };
}
