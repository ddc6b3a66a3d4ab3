import { PUSH_HOURLY_MAX } from '@undertone/domain/limits';
import { NOTIFICATION_KINDS } from '@undertone/domain/notification-kind';
import { describe, expect, it } from 'vitest';
import { pushDevicesOf } from './support/push-devices.ts';
import type { Drop } from './support/factories.ts';
import { notificationKinds, notificationSwitches, notify, switchOff } from './support/notify.ts';
import { outboxOf } from './support/outbox.ts';
import { refused, type Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

interface Claimed {
  readonly id: number;
  readonly kind: string;
  readonly actor: string;
  readonly others: number;
  readonly words: string | null;
  readonly endpoint: string;
  readonly unread: number;
}

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const { claim, finish, outcomes, passTime } = outboxOf<Claimed>(database);
const { register, devicesOf, personWithDevice } = pushDevicesOf(database);

describe('a notification', () => {
  it('is sent to each device of its recipient', async () => {
    const me = await personWithDevice();
    await register(me);
    const fan = await make.person();
    await make.like(fan, await make.drop({ title: 'Good morning' }, me));
    const claimed = await claim();
    expect(claimed).toMatchObject([
      { kind: 'like', actor: fan.username, others: 0, words: 'Good morning', unread: 1 },
      { kind: 'like' },
    ]);
    expect(new Set(claimed.map(({ endpoint }) => endpoint)).size).toBe(2);
    await finish(claimed, 'delivered');
    expect(await outcomes()).toEqual(['delivered', 'delivered']);
  });

  it('is not sent for one’s own acts, nor to an account without devices', async () => {
    const me = await personWithDevice();
    const drop = await make.drop({}, me);
    await make.like(me, drop);
    await make.like(me, await make.drop());
    expect(await outcomes()).toEqual([]);
  });

  it('has no words of a drop that is not public', async () => {
    const me = await personWithDevice();
    const drop = await make.drop({ title: 'For friends', privacy_level: 'followers' }, me);
    const friend = await make.person();
    await make.follow(friend, me);
    await make.comment({ on: drop, author: friend });
    const claimed = await claim();
    await finish(claimed, 'delivered');
    const comment = [...claimed, ...(await claim())].find(({ kind }) => kind === 'comment');
    expect(comment).toMatchObject({ kind: 'comment', actor: friend.username, words: null });
  });

  it.each<[string, (me: Person, fan: Person, drop: Drop) => PromiseLike<unknown>]>([
    ['it was read', (me) => queryAs(me)`update notifications set read = true`],
    [
      'the recipient added a second factor, which the device’s session lacks',
      (me) => make.factor(me),
    ],
    ['the like was taken back', (_, fan) => queryAs(fan)`delete from voice_drop_likes`],
    ['the drop was deleted', (me) => queryAs(me)`delete from voice_drops`],
    ['the recipient blocked the account', (me, fan) => make.block(me, fan)],
    ['the account blocked the recipient', (me, fan) => make.block(fan, me)],
    [
      'the recipient muted the account',
      (me, fan) => queryAs(me)`insert into mutes (kind, subject) values ('person', ${fan.id})`,
    ],
    [
      'the account was suspended',
      (_, fan) => sql`
      update auth.users set banned_until = now() + interval '1 day' where id = ${fan.id}`,
    ],
    [
      'the recipient was suspended',
      (me) => sql`
      update auth.users set banned_until = now() + interval '1 day' where id = ${me.id}`,
    ],
  ])('is not sent if meanwhile %s', async (_, change) => {
    const me = await personWithDevice();
    const fan = await make.person();
    const drop = await make.drop({}, me);
    await make.like(fan, drop);
    await change(me, fan, drop);
    expect(await claim()).toEqual([]);
    expect(await outcomes()).toEqual(['dropped']);
  });

  it('of a drop is not sent if the drop was made private meanwhile', async () => {
    const author = await make.person();
    const me = await personWithDevice();
    await make.comment({ on: await make.drop({}, author), author: me });
    const [comment] = await sql<{ id: string; voice_drop_id: string }[]>`
      select id, voice_drop_id from voice_drop_comments`;
    await queryAs(author)`
      insert into voice_drop_comments (user_id, voice_drop_id, parent_comment_id, content)
      values (${author.id}, ${comment!.voice_drop_id}, ${comment!.id}, 'Thanks')`;
    await queryAs(author)`update voice_drops set privacy_level = 'private'`;
    expect(await claim()).toEqual([]);
    expect(await outcomes()).toEqual(['dropped']);
  });

  it('is merged with others of its kind and drop, once in ten minutes', async () => {
    const me = await personWithDevice();
    const drop = await make.drop({}, me);
    const fans = await make.people(4);
    await make.like(fans[0], drop);
    await make.like(fans[1], drop);
    const first = await claim();
    expect(first).toMatchObject([{ kind: 'like', others: 1 }]);
    // One that arrives while a message is under way waits for the next.
    await make.like(fans[2], drop);
    expect(await claim()).toEqual([]);
    await finish(first, 'delivered');
    expect(await claim()).toEqual([]);
    await make.like(fans[3], drop);
    expect(await claim()).toEqual([]);
    await passTime('10 minutes');
    const next = await claim();
    expect(next).toMatchObject([{ kind: 'like', others: 3 }]);
    await finish(next, 'delivered');
    expect(await outcomes()).toEqual(['delivered', 'delivered']);
  });

  it('is sent if the one with which it was merged was not delivered, and must not be any more', async () => {
    const me = await personWithDevice();
    const drop = await make.drop({}, me);
    const [one, other] = await make.people(2);
    await make.like(one, drop);
    await make.like(other, drop);
    await finish(await claim(), 'failed');
    expect(await claim()).toEqual([]);
    await passTime('1 minute');
    await make.block(me, one);
    const claimed = await claim();
    expect(claimed).toMatchObject([{ actor: other.username, others: 0 }]);
    await finish(claimed, 'delivered');
    expect(await outcomes()).toEqual(['dropped', 'delivered']);
  });

  it('that was read ends with all others that were, none of which is described', async () => {
    const me = await personWithDevice();
    const drop = await make.drop({}, me);
    for (let count = 0; count < 25; count += 1) await make.like(await make.person(), drop);
    await queryAs(me)`update notifications set read = true`;
    await sql`set local track_functions = 'all'`;
    expect(await claim()).toEqual([]);
    expect(new Set(await outcomes())).toEqual(new Set(['dropped']));
    const described = await sql`
      select from pg_stat_xact_user_functions where funcname = 'describe_notification'`;
    expect(described).toHaveLength(0);
  });

  it('of another drop is sent at once, up to the limit of an hour', async () => {
    const me = await personWithDevice();
    const fan = await make.person();
    for (let count = 0; count <= PUSH_HOURLY_MAX; count += 1) {
      await make.like(fan, await make.drop({}, me));
      await finish(await claim(), 'delivered');
    }
    const ended = await outcomes();
    expect(ended.filter((outcome) => outcome === 'delivered')).toHaveLength(PUSH_HOURLY_MAX);
    expect(ended.at(-1)).toBe('capped');
  });
});

describe.each(notificationKinds)('a message of %s', (kind) => {
  it.each(notificationSwitches)(
    'depends on %s only if that is Push or the switch of its kind',
    async (name) => {
      const me = await personWithDevice();
      await notify(database, kind, me);
      await switchOff(database, me, name);
      const isNeeded = name === 'push_notifications' || name === NOTIFICATION_KINDS[kind].switch;
      expect(await claim()).toHaveLength(isNeeded ? 0 : 1);
    },
  );
});

describe('a delivery', () => {
  it('is claimed by one call, and again after two minutes', async () => {
    const me = await personWithDevice();
    await make.like(await make.person(), await make.drop({}, me));
    const [claimed] = await claim();
    expect(await claim()).toEqual([]);
    await passTime('2 minutes');
    expect(await claim()).toMatchObject([{ id: claimed!.id }]);
  });

  it('that failed is tried again later and later, and given up after a day', async () => {
    const me = await personWithDevice();
    await make.like(await make.person(), await make.drop({}, me));
    const waits: number[] = [];
    for (let count = 0; count < 8; count += 1) {
      await finish(await claim(), 'failed');
      const [row] = await sql<{ wait: number }[]>`
        select extract(epoch from due - now())::int / 60 as wait from private.outbox`;
      waits.push(row!.wait);
      await passTime(`${row!.wait} minutes`);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    await passTime('1 day');
    expect(await claim()).toEqual([]);
    expect(await outcomes()).toEqual(['given up']);
    await passTime('7 days');
    await sql`select private.delete_expired()`;
    expect(await outcomes()).toEqual([]);
  });

  it('is given up if it is an hour older than a restored backup', async () => {
    const me = await personWithDevice();
    const fan = await make.person();
    await make.like(fan, await make.drop({}, me));
    await passTime('61 minutes');
    await make.like(fan, await make.drop({}, me));
    await sql`select set_config('backend.vault_key', 'key', true)`;
    await sql`select vault.create_secret(now()::text, 'restored_at')`;
    expect(await claim()).toHaveLength(1);
    expect(await outcomes()).toEqual(['given up', null]);
  });

  it('to a device whose session was ended deletes the device', async () => {
    const me = await personWithDevice();
    await make.like(await make.person(), await make.drop({}, me));
    // As the backend does where a refresh token was stolen: the row stays.
    await sql`update auth.sessions set not_after = now() where id = ${me.session!}`;
    expect(await claim()).toEqual([]);
    expect(await devicesOf(me)).toEqual([]);
    await expect(register(me)).rejects.toMatchObject(refused);
  });

  it('to a device that is gone deletes the device', async () => {
    const me = await personWithDevice();
    await make.like(await make.person(), await make.drop({}, me));
    await finish(await claim(), 'gone');
    expect(await devicesOf(me)).toEqual([]);
    expect(await outcomes()).toEqual([]);
  });

  it('waits for an hour after ten failures in a row, while other devices receive theirs', async () => {
    const [me, other] = [await personWithDevice(), await personWithDevice()];
    const fan = await make.person();
    await make.like(fan, await make.drop({}, me));
    await sql`update push_subscriptions set failures = 9 where user_id = ${me.id}`;
    await finish(await claim(), 'failed');
    await passTime('5 minutes');
    await make.like(fan, await make.drop({}, other));
    expect(await claim()).toHaveLength(1);
    await passTime('55 minutes');
    expect(await claim()).toHaveLength(2);
  });

  it('is claimed for one device once, however much waits for it', async () => {
    const [me, other] = [await personWithDevice(), await personWithDevice()];
    const fan = await make.person();
    for (let count = 0; count < 3; count += 1) await make.like(fan, await make.drop({}, me));
    await make.like(fan, await make.drop({}, other));
    expect(await claim(2)).toHaveLength(2);
    expect(await claim(2)).toEqual([]);
  });

  it('is requested once in a second, with the stored address and key', async () => {
    await sql`select set_config('backend.vault_key', 'key', true)`;
    await sql`select vault.create_secret('https://site.example', 'project_url')`;
    await sql`select vault.create_secret('the-key', 'secret_key')`;
    const me = await personWithDevice();
    const fan = await make.person();
    await sql`delete from private.delivery_requests`;
    await sql`insert into private.delivery_requests
      select date_trunc('second', clock_timestamp()) + n * interval '1 second'
      from generate_series(0, 60) as n`;
    await make.like(fan, await make.drop({}, me));
    const requests = () => sql`
      select url, headers ->> 'apikey' as key from net.http_request_queue order by id`;
    expect([...(await requests())]).toEqual([]);
    // Another test's transaction may have the lock of this second.
    await expect
      .poll(
        async () => {
          await sql`delete from private.delivery_requests`;
          await sql`select private.request_missed_deliveries()`;
          return [...(await requests())];
        },
        { timeout: 10_000 },
      )
      .toEqual([{ url: 'https://site.example/functions/v1/push', key: 'the-key' }]);
  });

  it('is claimed and finished by nobody but the server', async () => {
    const me = await make.session(await make.person());
    for (const persona of [me, 'visitor'] as const) {
      await expect(queryAs(persona)`select claim_deliveries(1)`).rejects.toMatchObject(refused);
      await expect(
        queryAs(persona)`select finish_deliveries('{}', 'delivered')`,
      ).rejects.toMatchObject(refused);
    }
    await expect(
      queryAs(me)`select private.describe_notification(gen_random_uuid())`,
    ).rejects.toMatchObject(refused);
  });
});

describe('a test message', () => {
  it('is sent to a device of the caller, and to no other', async () => {
    const me = await personWithDevice();
    const other = await personWithDevice();
    const [device] = await queryAs<{ id: string }[]>(me)`select id from push_subscriptions`;
    await expect(queryAs(other)`select send_test_push(${device!.id})`).rejects.toMatchObject({
      // The response is 404; with a code such as P0002 it would be 500.
      code: 'PT404',
    });
    await queryAs(me)`select send_test_push(${device!.id})`;
    expect(await claim()).toMatchObject([{ kind: 'test' }]);
  });
});
