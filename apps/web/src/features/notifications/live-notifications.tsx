import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useApp } from '#lib/app.ts';
import { followNotifications } from './follow-notifications.ts';

/** Keeps what is shown of someone's notifications up to date. Draws nothing. */
export default function LiveNotifications({ userId }: { userId: string }) {
  const app = useApp();
  const router = useRouter();
  useEffect(() => followNotifications(userId, app, router), [app, router, userId]);
  return null;
}
