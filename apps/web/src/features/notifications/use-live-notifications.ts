import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { logFailure } from '#lib/log.ts';
import { whenIdle } from '#ui/when-idle.ts';

/** Keeps what is shown of someone's notifications up to date, from when the page has nothing else to do. */
export function useLiveNotifications(userId: string): void {
  const queryClient = useQueryClient();
  const router = useRouter();

  useEffect(() => {
    let hasEnded = false;
    let stop = () => {};
    const start = async () => {
      const { followNotifications } = await import('./follow-notifications.ts');
      if (!hasEnded) stop = followNotifications(userId, queryClient, router);
    };
    const cancel = whenIdle(() => {
      start().catch((cause: unknown) => logFailure('Notifications are not live.', cause));
    });
    return () => {
      hasEnded = true;
      cancel();
      stop();
    };
  }, [queryClient, router, userId]);
}
