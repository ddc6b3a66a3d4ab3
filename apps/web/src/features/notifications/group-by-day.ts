import type { Notification } from './notification.ts';

/** Consecutive notifications of one day, or of all earlier days. */
export interface NotificationGroup {
  day: 'Today' | 'Yesterday' | 'Earlier';
  notifications: Notification[];
}

/** Groups a list, sorted newest first, by day in the reader's time zone. */
export function groupByDay(list: readonly Notification[], now: Date): NotificationGroup[] {
  const groups: NotificationGroup[] = [];
  for (const notification of list) {
    const day = dayOf(new Date(notification.createdAt), now);
    const last = groups.at(-1);
    if (last?.day === day) last.notifications.push(notification);
    else groups.push({ day, notifications: [notification] });
  }
  return groups;
}

function dayOf(moment: Date, now: Date): NotificationGroup['day'] {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  if (moment >= midnight) return 'Today';
  midnight.setDate(midnight.getDate() - 1);
  return moment >= midnight ? 'Yesterday' : 'Earlier';
}
