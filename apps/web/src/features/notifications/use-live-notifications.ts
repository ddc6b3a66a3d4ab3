import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { loadWhenIdle } from '#lib/load-when-idle.ts';

/** Keeps what is shown of someone's notifications up to date, from when the page has nothing else to do. */
export function useLiveNotifications(userId: string): void {
  const queryClient = useQueryClient();
  const router = useRouter();

  useEffect(() => {
    let stop = () => {};
    const cancel = loadWhenIdle(() => import('./follow-notifications.ts'), {
      onLoad: ({ followNotifications }) => {
        stop = followNotifications(userId, queryClient, router);
      },
      failure: 'Notifications are not live.',
    });
    return () => {
      cancel();
      stop();
    };
  }, [queryClient, router, userId]);
}
