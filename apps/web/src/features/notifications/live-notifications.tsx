import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { followNotifications } from './follow-notifications.ts';

/** Keeps what is shown of someone's notifications up to date. Draws nothing. */
export default function LiveNotifications({ userId }: { userId: string }) {
  const queryClient = useQueryClient();
  const router = useRouter();
  useEffect(() => followNotifications(userId, queryClient, router), [queryClient, router, userId]);
  return null;
}
