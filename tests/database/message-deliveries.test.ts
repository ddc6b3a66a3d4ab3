import { describe, expect, it } from 'vitest';
import { conversationsOf } from './support/conversations.ts';
import { mailedPeopleOf } from './support/mailed-people.ts';
import { outboxOf } from './support/outbox.ts';
import type { Person } from './support/persona.ts';
import { pushDevicesOf } from './support/push-devices.ts';
import { openTestDatabase } from './support/test-database.ts';

interface Claimed {
  readonly id: number;
  readonly kind: string;
  readonly conversation: string;
  readonly actor: string | null;
  readonly topic: string;
}

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const { claim, finish, outcomes, passTime } = outboxOf<Claimed>(database);
const { personWithDevice } = pushDevicesOf(database);
const { open, send, call, markRead, remove } = conversationsOf(database);

const set = (person: Person, columns: Record<string, string | boolean>) =>
  queryAs(person)`update account_settings set ${sql(columns)} where user_id = ${person.id}`;

const suspend = ({ id }: Person) => sql`
  update auth.users set banned_until = now() + interval '1 day' where id = ${id}`;

/** A message of a person that the recipient follows. */
const receive = async (me: Person) => {
  const friend = await make.person();
  await make.follow(me, friend);
  const conversation = await open(friend, me);
  const message = await send(friend, conversation, 'A secret');
  return { me, friend, conversation, message };
};

type Received = Awaited<ReturnType<typeof receive>>;

const reasons: [string, (received: Received) => PromiseLike<unknown>][] = [
  ['it was read', ({ me, conversation }) => markRead(me, conversation, 1)],
  ['it was deleted for both', ({ friend, message }) => remove(friend, message, true)],
  ['the recipient deleted it', ({ me, message }) => remove(me, message, false)],
  [
    'the recipient deleted the conversation',
    ({ me, conversation }) => call(me, 'delete_conversation', conversation),
  ],
  [
    'the recipient muted the conversation',
    ({ me }) => queryAs(me)`update conversation_participants set is_muted = true`,
  ],
  ['the recipient blocked the sender', ({ me, friend }) => make.block(me, friend)],
  ['the sender blocked the recipient', ({ me, friend }) => make.block(friend, me)],
  [
    'the recipient muted the sender',
    ({ me, friend }) =>
      queryAs(me)`insert into mutes (kind, subject) values ('person', ${friend.id})`,
  ],
  ['the sender was suspended', ({ friend }) => suspend(friend)],
  ['the recipient was suspended', ({ me }) => suspend(me)],
  ['the recipient switched Messages off', ({ me }) => set(me, { messages_notifications: false })],
];

describe('a message to a device', () => {
  it('is due after three seconds, and has neither words nor a name', async () => {
    const { conversation } = await receive(await personWithDevice());
    expect(await claim()).toEqual([]);
    await passTime('3 seconds');
    const claimed = await claim();
    expect(claimed).toMatchObject([
      { kind: 'message', conversation, actor: null, topic: `message:${conversation}` },
    ]);
    expect(JSON.stringify(claimed)).not.toContain('secret');
    await finish(claimed, 'delivered');
    expect(await outcomes()).toEqual(['delivered']);
  });

  it('has the name of its sender if the recipient has switched that on', async () => {
    const me = await personWithDevice();
    await set(me, { names_on_lock_screen: true });
    const { friend } = await receive(me);
    await passTime('3 seconds');
    expect(await claim()).toMatchObject([{ actor: friend.username }]);
  });

  it('ends with all that wait in its conversation, and another is sent at once', async () => {
    const me = await personWithDevice();
    const { friend, conversation } = await receive(me);
    await send(friend, conversation);
    await passTime('3 seconds');
    await finish(await claim(), 'delivered');
    await send(friend, conversation);
    await passTime('3 seconds');
    expect(await claim()).toHaveLength(1);
    expect(await outcomes()).toEqual(['delivered', null]);
  });

  it('of somebody else is a request, once', async () => {
    const me = await personWithDevice();
    const stranger = await make.person();
    const conversation = await open(stranger, me);
    await send(stranger, conversation);
    await passTime('3 seconds');
    expect(await claim()).toMatchObject([{ kind: 'message_request', conversation }]);
  });

  it.each<[string, (received: Received) => PromiseLike<unknown>]>([
    ...reasons,
    [
      'the recipient switched Push off',
      ({ me }) =>
        queryAs(me)`update profiles set push_notifications = false where user_id = ${me.id}`,
    ],
    ['the recipient added a second factor', ({ me }) => make.factor(me)],
  ])('is not sent if meanwhile %s', async (_, change) => {
    const received = await receive(await personWithDevice());
    await passTime('3 seconds');
    await change(received);
    expect(await claim()).toEqual([]);
    expect(await outcomes()).toEqual(['dropped']);
  });

  it('does not depend on the switches of other notifications', async () => {
    const me = await personWithDevice();
    await sql`
      update profiles set likes_notifications = false, replies_notifications = false,
        follows_notifications = false, mentions_notifications = false`;
    await sql`update account_settings set drops_notifications = false`;
    await receive(me);
    await passTime('3 seconds');
    expect(await claim()).toHaveLength(1);
  });

  it('is not queued for a muted conversation, nor with Messages switched off', async () => {
    const me = await personWithDevice();
    const { friend, conversation } = await receive(me);
    await sql`delete from private.outbox`;
    await queryAs(me)`update conversation_participants set is_muted = true`;
    await send(friend, conversation);
    await queryAs(me)`update conversation_participants set is_muted = false`;
    await set(me, { messages_notifications: false });
    await send(friend, conversation);
    expect(await outcomes()).toEqual([]);
  });
});

describe('a mail', () => {
  const { mailedPerson, claim: claimMails, finish: finishMails } = mailedPeopleOf(database);

  it('is sent after 15 unread minutes, once an hour, one line for each conversation', async () => {
    const me = await mailedPerson();
    const { friend, conversation } = await receive(me);
    await send(friend, conversation);
    await receive(me);
    await passTime('14 minutes');
    expect(await claimMails()).toEqual([]);
    await passTime('1 minute');
    const mails = await claimMails();
    expect(mails).toMatchObject([{ mail: 'mail-message', token: expect.any(String) }]);
    expect(mails[0]!.items).toHaveLength(2);
    expect(mails[0]!.items).toContainEqual({ kind: 'message', conversation, actor: null });
    await finishMails(mails, 'delivered');
    await send(friend, conversation);
    await passTime('15 minutes');
    expect(await claimMails()).toEqual([]);
    await passTime('45 minutes');
    expect(await claimMails()).toHaveLength(1);
  });

  it.each<[string, (received: Received) => PromiseLike<unknown>]>([
    ...reasons,
    ['the recipient used the app', ({ me }) => queryAs(me)`select record_activity()`],
    [
      'the recipient switched Email off',
      ({ me }) =>
        queryAs(me)`update profiles set email_notifications = false where user_id = ${me.id}`,
    ],
  ])('is not sent if meanwhile %s', async (_, change) => {
    const received = await receive(await mailedPerson());
    await passTime('15 minutes');
    await change(received);
    expect(await claimMails()).toEqual([]);
    expect(await outcomes()).toEqual(['dropped']);
  });
});
