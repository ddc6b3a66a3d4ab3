import { describe, expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import { alreadyThere, refused, type Persona, type Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

const lacksFollow = { code: '23503' };

const ask = (follower: Person, author: Person, as: Persona = follower) =>
  queryAs(as)`
    insert into drop_alerts (follower_id, following_id) values (${follower.id}, ${author.id})`;

/** Someone who follows the author and wants to be notified of each drop. */
const listenerOf = async (author: Person, settings = {}): Promise<Person> => {
  const listener = await make.person(settings);
  await make.follow(listener, author);
  await ask(listener, author);
  return listener;
};

const alertsOf = (person: Person) => queryAs(person)`select follower_id from drop_alerts`;

const deliver = async (batchSize = 1000): Promise<boolean> => {
  const [row] = await sql<
    { found: boolean }[]
  >`select private.deliver_batch(${batchSize}) as found`;
  return row!.found;
};

const waiting = () => sql`select kind, subject, attempts from private.outbox order by id`;

/** Whether the person has a notification of the drop. */
const isNotified = async (person: Person, { id }: Drop) =>
  (await queryAs(person)`select from notifications where reference_id = ${id}`).length === 1;

describe('an alert', () => {
  it('is asked for once, in the caller’s own name, of somebody whom the caller follows', async () => {
    const [me, author, other] = await make.people(3);
    await expect(ask(me, author)).rejects.toMatchObject(lacksFollow);
    await make.follow(me, author);
    await expect(ask(me, author, other)).rejects.toMatchObject(refused);
    await ask(me, author);
    await expect(ask(me, author)).rejects.toMatchObject(alreadyThere);
    expect(await alertsOf(me)).toHaveLength(1);
  });

  it('is seen and ended by nobody but its owner: not by the author, nor without the second factor', async () => {
    const author = await make.person();
    const me = await listenerOf(author);
    await expect(queryAs('visitor')`select * from drop_alerts`).rejects.toMatchObject(refused);
    for (const other of [author, await listenerOf(author)]) {
      const seen = await queryAs(other)`select from drop_alerts where follower_id = ${me.id}`;
      const ended = await queryAs(other)`delete from drop_alerts where follower_id = ${me.id}`;
      expect([seen.length, ended.count]).toEqual([0, 0]);
    }
    await make.factor(me);
    expect(await alertsOf(me)).toHaveLength(0);
    const ended = await queryAs({ ...me, aal: 'aal2' })`delete from drop_alerts`;
    expect(ended.count).toBe(1);
  });

  it.each<[string, (me: Person, author: Person) => PromiseLike<unknown>]>([
    ['its owner unfollows', (me) => queryAs(me)`delete from follows`],
    ['the author removes the follower', (_, author) => queryAs(author)`delete from follows`],
    ['the author blocks its owner', (me, author) => make.block(author, me)],
    ['its owner blocks the author', (me, author) => make.block(me, author)],
    ['the author is gone', (_, { id }) => sql`delete from profiles where user_id = ${id}`],
  ])('ends when %s', async (_, end) => {
    const author = await make.person();
    const me = await listenerOf(author);
    await end(me, author);
    expect(await alertsOf(me)).toHaveLength(0);
  });
});

describe('a posted drop', () => {
  it('notifies those who asked for it, once, by one event of the outbox', async () => {
    const author = await make.person();
    const listeners = [
      await listenerOf(author),
      await listenerOf(author),
      await listenerOf(author),
    ];
    const follower = await make.person();
    await make.follow(follower, author);
    const drop = await make.drop({ title: 'Good morning' }, author);
    expect([...(await waiting())]).toEqual([{ kind: 'drop', subject: drop.id, attempts: 0 }]);
    expect(await isNotified(listeners[0]!, drop)).toBe(false);
    // The second batch is the last, though it is full by one of two.
    expect([await deliver(2), await deliver(2), await deliver(2)]).toEqual([true, true, false]);
    for (const listener of listeners) {
      expect(
        await queryAs(listener)`
          select type, actor_id, reference_id, content, read from notifications`,
      ).toEqual([
        {
          type: 'drop',
          actor_id: author.id,
          reference_id: drop.id,
          // The title may change, so it is read with the drop.
          content: null,
          read: false,
        },
      ]);
    }
    expect(await isNotified(follower, drop)).toBe(false);
  });

  it('writes no event when nobody asked for it, or when it is private', async () => {
    await make.drop();
    const author = await make.person();
    await listenerOf(author);
    await make.drop({ privacy_level: 'private' }, author);
    expect([...(await waiting())]).toEqual([]);
  });

  it('for followers notifies them, also of a private account', async () => {
    const author = await make.person();
    const me = await listenerOf(author);
    await sql`update profiles set is_private = true where user_id = ${author.id}`;
    const drop = await make.drop({}, author);
    await deliver();
    expect(await isNotified(me, drop)).toBe(true);
  });

  it.each<[string, (me: Person, author: Person, drop: Drop) => PromiseLike<unknown>]>([
    ['deleted', (_, author) => queryAs(author)`delete from voice_drops`],
    [
      'made private',
      (_, author) => queryAs(author)`update voice_drops set privacy_level = 'private'`,
    ],
    ['reported by many', () => sql`update voice_drops set is_flagged = true`],
    ['of somebody who blocked the person', (me, author) => make.block(author, me)],
    ['of somebody no longer followed', (me) => queryAs(me)`delete from follows`],
    [
      'muted by its hashtag',
      (me) => queryAs(me)`insert into mutes (kind, subject) values ('hashtag', 'rain')`,
    ],
    [
      'muted by a word of its title',
      (me) => queryAs(me)`insert into mutes (kind, subject) values ('word', 'thought')`,
    ],
    [
      'of somebody who is muted',
      (me, author) =>
        queryAs(me)`insert into mutes (kind, subject) values ('person', ${author.id})`,
    ],
    ['one whose bell is off again', (me) => queryAs(me)`delete from drop_alerts`],
    [
      'for a person who switched new drops off',
      (me) => queryAs(me)`update account_settings set drops_notifications = false`,
    ],
  ])('that is meanwhile %s notifies no one', async (_, change) => {
    const author = await make.person();
    const me = await listenerOf(author);
    const drop = await make.drop({ hashtags: ['rain'] }, author);
    await change(me, author, drop);
    expect(await deliver()).toBe(true);
    expect(await isNotified(me, drop)).toBe(false);
    expect(await deliver()).toBe(false);
  });

  it('whose delivery fails is tried again later, less and less often, for a day', async () => {
    const author = await make.person();
    const me = await listenerOf(author);
    const drop = await make.drop({}, author);
    await sql`alter table notifications add constraint broken check (type <> 'drop') not valid`;
    const wait = async () => {
      const [row] = await sql`
        update private.outbox set due = now()
        returning attempts, (select extract(epoch from due - now())::int from private.outbox) as wait`;
      return row;
    };
    expect([await deliver(), await deliver()]).toEqual([true, false]);
    expect(await wait()).toEqual({ attempts: 1, wait: 60 });
    await deliver();
    expect(await wait()).toEqual({ attempts: 2, wait: 120 });
    await sql`alter table notifications drop constraint broken`;
    await deliver();
    expect(await isNotified(me, drop)).toBe(true);
    expect([...(await waiting())]).toEqual([]);

    await make.drop({}, author);
    await sql`alter table notifications add constraint broken check (type <> 'drop') not valid`;
    await sql`update private.outbox set created_at = now() - interval '25 hours'`;
    await deliver();
    expect([...(await waiting())]).toEqual([]);
  });

  // Realtime sends the keys of deleted rows to everyone.
  it.each<[string, (author: Person, me: Person) => PromiseLike<unknown>]>([
    ['deletes it', (author) => queryAs(author)`delete from voice_drops`],
    ['blocks somebody who asked for it', (author, me) => make.block(author, me)],
  ])('leaves its notifications, hidden, when its author %s', async (_, act) => {
    const author = await make.person();
    const me = await listenerOf(author);
    await make.drop({}, author);
    await deliver();
    const visible = () => queryAs(me)`select type from notifications`;
    const stored = () => sql`select type from notifications where recipient_id = ${me.id}`;
    expect([(await visible()).length, (await stored()).length]).toEqual([1, 1]);
    await act(author, me);
    expect([(await visible()).length, (await stored()).length]).toEqual([0, 1]);
  });

  it('that is deleted notifies its recipients live that there is something less to read', async () => {
    const author = await make.person();
    const me = await listenerOf(author);
    await make.drop({}, author);
    await deliver();
    await queryAs(author)`delete from voice_drops`;
    const messages = await sql`
      select event from realtime.messages where topic = ${`notifications:${me.id}`}`;
    expect([...messages]).toEqual([{ event: 'deleted' }]);
  });

  it('lets no client read the outbox or deliver it', async () => {
    const person = await make.person();
    for (const persona of ['visitor', person] as const) {
      const read = queryAs(persona)`select from private.outbox`;
      await expect(read).rejects.toMatchObject(refused);
      const call = queryAs(persona)`select private.deliver_batch()`;
      await expect(call).rejects.toMatchObject(refused);
    }
  });
});

it('requests that are left when an account goes public are approved by deliveries', async () => {
  const account = await make.person({ is_private: true });
  const requester = await make.person();
  await sql`
    insert into follow_requests (requester_id, account_id) values (${requester.id}, ${account.id})`;
  await sql`update profiles set is_private = false where user_id = ${account.id}`;
  const late = await make.person();
  await sql`
    insert into follow_requests (requester_id, account_id) values (${late.id}, ${account.id})`;
  expect(await deliver()).toBe(false);
  await sql`update private.outbox set due = now()`;
  expect([await deliver(), await deliver(), await deliver()]).toEqual([true, true, false]);
  const followers = await sql`
    select follower_id from follows where following_id = ${account.id}`;
  expect(new Set(followers.map((row) => row['follower_id']))).toEqual(
    new Set([requester.id, late.id]),
  );
});
