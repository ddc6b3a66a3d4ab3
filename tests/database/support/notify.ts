import { NOTIFICATION_KINDS, type NotificationKind } from '@undertone/domain/notification-kind';
import type { Person } from './persona.ts';
import type { TestDatabase } from './test-database.ts';

const isKind = (kind: string): kind is NotificationKind => kind in NOTIFICATION_KINDS;

export const notificationKinds = Object.keys(NOTIFICATION_KINDS).filter(isKind);

/** The switches of Settings on which the delivery of a notification may depend. */
export const notificationSwitches = [
  'likes_notifications',
  'replies_notifications',
  'mentions_notifications',
  'follows_notifications',
  'drops_notifications',
  'email_notifications',
  'push_notifications',
];

/** Switches a setting of a person off. */
export async function switchOff({ sql }: TestDatabase, person: Person, name: string) {
  const table = name === 'drops_notifications' ? 'account_settings' : 'profiles';
  await sql`update ${sql(table)} set ${sql({ [name]: false })} where user_id = ${person.id}`;
}

/** Writes the only notification: one of a kind, about the recipient's own drop or a comment on it. */
export async function notify({ make, sql }: TestDatabase, kind: NotificationKind, me: Person) {
  const { reference } = NOTIFICATION_KINDS[kind];
  const actor = await make.person();
  // A new drop is somebody else's.
  const drop = reference === 'none' ? null : await make.drop({}, kind === 'drop' ? actor : me);
  const comment = reference === 'comment' && drop ? await make.comment({ on: drop }) : null;
  await sql`delete from notifications`;
  await sql`delete from private.outbox`;
  await sql`
    insert into notifications (recipient_id, actor_id, type, reference_id, comment_id)
    values (${me.id}, ${actor.id}, ${kind}, ${drop?.id ?? null}, ${comment?.id ?? null})`;
}
