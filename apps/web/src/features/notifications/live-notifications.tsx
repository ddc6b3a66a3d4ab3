import { useRouter, type AnyRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useApp, type App } from '#lib/app.ts';
import { invalidateDropsBy } from '#features/drops/invalidate-drops-by.ts';
import { showFollow } from '#features/people/follow-mutations.ts';
import { invalidateFollows } from '#features/people/invalidate-people.ts';
import { peopleKeys } from '#features/people/queries.ts';
import { statementKeys } from '#features/statements/queries.ts';
import { followEditsInOtherTabs } from '#lib/edits-in-other-tabs.ts';
import { openLiveChannel, openLiveTopic } from '#lib/live-channel.ts';
import { logFailure } from '#lib/log.ts';
import { serialReads } from '#lib/serial-reads.ts';
import { showBrowserNotification } from './browser-notification.ts';
import { countInTitle } from './count-in-title.ts';
import { markRead } from './mutations.ts';
import { linkOf, type Notification } from './notification.ts';
import { notificationKeys } from './notification-keys.ts';
import { openPressedPushes } from './open-pressed-pushes.ts';
import { recordActivity } from './record-activity.ts';
import { renewDevice } from './renew-device.ts';

/** Keeps a person's notifications on screen up to date. Renders nothing. */
export default function LiveNotifications({ userId }: { userId: string }) {
  const app = useApp();
  const router = useRouter();
  useEffect(() => followNotifications(userId, app, router), [app, router, userId]);
  return null;
}

/**
 * Refetches notifications when one arrives, when some may have been missed, and when another tab has
 * marked some as read or followed somebody; reads again what the account may not do. New ones are also shown through the browser while the page is hidden.
 *
 * @returns a function that stops it
 */
function followNotifications(userId: string, app: App, router: AnyRouter): () => void {
  const { client, queryClient } = app;
  // With notifications also follow requests, as they are not published over realtime.
  const refetch = serialReads(() =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
      queryClient.invalidateQueries({ queryKey: peopleKeys.requests() }),
    ]),
  );
  const open = (notification: Notification) => {
    markRead(app, userId, notification.id);
    void router.navigate(linkOf(notification) ?? { to: '/notifications' });
  };

  const readRestriction = () =>
    void queryClient.invalidateQueries({ queryKey: statementKeys.restriction(userId) });

  const showApproved = (accountId: string) => {
    showFollow(queryClient, accountId, 'followed');
    invalidateFollows(queryClient);
    invalidateDropsBy(queryClient, accountId);
  };

  const close = openLiveChannel(client, {
    table: 'notifications',
    filter: `recipient_id=eq.${userId}`,
    onChange: ({ eventType, new: row }) => {
      refetch();
      // Another device may have marked notifications as read.
      if (eventType !== 'INSERT' || row.id === undefined) return;
      // Follows are not published over realtime, so their notifications update what shows them.
      if (row.type === 'follow') {
        void queryClient.invalidateQueries({ queryKey: peopleKeys.profiles() });
      } else if (row.type === 'approved' && row.actor_id) {
        showApproved(row.actor_id);
      } else if (row.type === 'statement') {
        void queryClient.invalidateQueries({ queryKey: statementKeys.all });
      }
      showBrowserNotification(app, userId, row.id, open).catch((cause: unknown) =>
        logFailure('A notification could not be announced.', cause),
      );
    },
    onJoin: refetch,
  });
  const closeTopic = openLiveTopic(client, `notifications:${userId}`, {
    onMessage: ({ event, payload: { id } }) => {
      // Nobody is notified of requests that are approved because the account has gone public.
      if (event === 'approved' && typeof id === 'string') showApproved(id);
      else if (event === 'restriction') readRestriction();
      else refetch();
    },
    onJoin: readRestriction,
  });
  const unfollow = followEditsInOtherTabs(app.edits, /^(read|follow) /, (key) =>
    key.startsWith('read') ? refetch() : invalidateFollows(queryClient),
  );
  const uncount = countInTitle(app, userId);
  const stopRecording = recordActivity(app);
  const stopOpening = openPressedPushes(app, userId, router);
  renewDevice(app, userId).catch((cause: unknown) =>
    logFailure('The device could not be registered for push messages.', cause),
  );
  return () => {
    close();
    closeTopic();
    unfollow();
    uncount();
    stopRecording();
    stopOpening();
  };
}
