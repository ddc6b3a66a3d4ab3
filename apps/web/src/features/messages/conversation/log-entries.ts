import type { Message } from '#features/messages/message.ts';
import type { OutgoingMessage } from '#features/messages/outbox/outbox-store.ts';

/** Messages of one side that are further apart form two groups, in milliseconds. */
const GROUP_SPAN = 5 * 60_000;

/** What the log shows, from top to bottom. */
export type LogEntry =
  | { kind: 'day'; key: string; day: string }
  | { kind: 'unread'; key: string }
  | { kind: 'message'; key: string; message: Message; isFirst: boolean; isLast: boolean }
  | { kind: 'outgoing'; key: string; message: OutgoingMessage; isFirst: boolean; isLast: boolean };

interface LogContent {
  /** Oldest first. */
  messages: readonly Message[];
  outgoing: readonly OutgoingMessage[];
  /** The viewer's side. */
  place: number;
  /** The first message that was unread when the conversation was opened, by position. */
  unreadFrom: number | undefined;
  now: Date;
}

/** Puts messages in groups by sender and day, with a line before each day and before what is unread. */
export function logEntries({ messages, outgoing, place, unreadFrom, now }: LogContent): LogEntry[] {
  const entries: LogEntry[] = [];
  let before: { place: number; moment: Date } | undefined;
  const add = (
    moment: Date,
    sender: number,
    shown:
      | { kind: 'message'; key: string; message: Message }
      | { kind: 'outgoing'; key: string; message: OutgoingMessage },
    isUnread = false,
  ) => {
    const isNewDay = before?.moment.toDateString() !== moment.toDateString();
    const last = entries.at(-1);
    const isFirst =
      isNewDay ||
      isUnread ||
      before?.place !== sender ||
      moment.getTime() - before.moment.getTime() > GROUP_SPAN;
    if (!isFirst && last && 'isLast' in last) last.isLast = false;
    if (isNewDay)
      entries.push({ kind: 'day', key: moment.toDateString(), day: dayLabel(moment, now) });
    if (isUnread) entries.push({ kind: 'unread', key: 'unread' });
    entries.push({ ...shown, isFirst, isLast: true });
    before = { place: sender, moment };
  };
  for (const message of messages) {
    add(
      new Date(message.sentAt),
      message.place,
      { kind: 'message', key: message.id, message },
      unreadFrom !== undefined && message.position === unreadFrom,
    );
  }
  const sent = new Set(messages.map(({ id }) => id));
  for (const message of outgoing) {
    if (sent.has(message.id)) continue;
    add(new Date(message.writtenAt), place, { kind: 'outgoing', key: message.id, message });
  }
  return entries;
}

/** A day as `Today`, `Yesterday` or a date, in the reader's time zone. */
function dayLabel(moment: Date, now: Date): string {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  if (moment >= midnight) return 'Today';
  midnight.setDate(midnight.getDate() - 1);
  if (moment >= midnight) return 'Yesterday';
  return moment.toLocaleDateString('en', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(moment.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
  });
}
