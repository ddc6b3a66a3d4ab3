import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { NotificationKind } from '@undertone/domain/notification-kind';
import { containsPattern, quoteFilterValue } from '#lib/filter-values.ts';
import { cursorPage, olderThan, type Cursor, type CursorPage } from '#lib/cursor.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { NOTIFICATION_COLUMNS, notificationFromRow, type Notification } from './notification.ts';
import { notificationKeys } from './notification-keys.ts';
import type {
  NotificationFilter,
  NotificationFilters,
  NotificationTab,
} from './notification-filters.ts';

const PAGE_SIZE = 50;

/** The default, shared by the popup and the page. */
const NO_FILTERS: NotificationFilters = { tab: 'all', filter: 'all', words: '' };

const typeOfTab: Record<NotificationTab, NotificationKind | undefined> = {
  all: undefined,
  mentions: 'mention',
  followers: 'follow',
};

const typeOfFilter: Record<NotificationFilter, NotificationKind | undefined> = {
  all: undefined,
  unread: undefined,
  likes: 'like',
  replies: 'comment',
  follows: 'follow',
  drops: 'drop',
};

/** The recipient's notifications that the filters select, newest first. */
export function notificationsOptions(
  client: SupabaseClient,
  userId: string,
  filters: NotificationFilters = NO_FILTERS,
) {
  return infiniteQueryOptions({
    queryKey: notificationKeys.list(userId, filters),
    initialPageParam: undefined as Cursor | undefined,
    getNextPageParam: (page: CursorPage<Notification>) => page.next,
    // Deleted notifications are not published, and the live channel of a sleeping tab misses events.
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    queryFn: async ({ pageParam, signal }): Promise<CursorPage<Notification>> => {
      let query = client
        .from('notifications')
        // Actor and drop a second time, so that the search by name or title does not exclude other matches.
        .select(
          `${NOTIFICATION_COLUMNS}, named:profiles!notifications_actor_id_fkey(), titled:voice_drops!notifications_reference_id_fkey()`,
        )
        .eq('recipient_id', userId);
      const type = typeOfTab[filters.tab] ?? typeOfFilter[filters.filter];
      if (type) query = query.eq('type', type);
      if (filters.filter === 'unread') query = query.eq('read', false);
      if (filters.words !== '') {
        const pattern = containsPattern(filters.words);
        query = query
          .ilike('named.username', pattern)
          .ilike('titled.title', pattern)
          .or(`content.ilike.${quoteFilterValue(pattern)},named.not.is.null,titled.not.is.null`);
      }
      if (pageParam) query = query.or(olderThan(pageParam));
      const { data } = await query
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(PAGE_SIZE)
        .abortSignal(signal)
        .throwOnError();
      return cursorPage(data, PAGE_SIZE, notificationFromRow);
    },
  });
}

/** A new notification, the clip that it is about, and whether its recipient has 'Push' on; null if it is gone again. */
export function announcementOptions(client: SupabaseClient, id: string) {
  return queryOptions({
    queryKey: notificationKeys.announcement(id),
    queryFn: async ({ signal }) => {
      const { data } = await client
        .from('notifications')
        .select(
          `${NOTIFICATION_COLUMNS}, recipient:profiles!notifications_recipient_id_fkey(push_notifications), clip:voice_drops!notifications_reference_id_fkey(id, user_id, filter_used, waveform)`,
        )
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      if (!data) return null;
      const { clip, recipient } = data;
      return {
        notification: notificationFromRow(data),
        isWanted: recipient.push_notifications,
        clip: clip && {
          id: clip.id,
          userId: clip.user_id,
          filter: clip.filter_used,
          waveform: clip.waveform,
        },
      };
    },
    gcTime: 0,
  });
}

/** Whether 'Push' is on in a person's settings. */
export function pushWantedOptions(client: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: notificationKeys.pushWanted(userId),
    queryFn: async ({ signal }): Promise<boolean> => {
      const { data } = await client
        .from('profiles')
        .select('push_notifications')
        .eq('user_id', userId)
        .abortSignal(signal)
        .single()
        .throwOnError();
      return data.push_notifications;
    },
  });
}
