import { NOTIFICATION_KINDS } from '@undertone/domain/notification-kind';
import { describe, expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import { mailedPeopleOf } from './support/mailed-people.ts';
import { notificationKinds, notificationSwitches, notify, switchOff } from './support/notify.ts';
import { refused, type Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const { claim, comment, finish, mailedPerson, outcomes, passTime } = mailedPeopleOf(database);

describe('a mail of what needs an answer', () => {
  it('collects what is unread for 15 minutes, once an hour at most', async () => {
    const me = await mailedPerson();
    const drop = await make.drop({ title: 'Good morning' }, me);
    const first = await comment(me, drop);
    await passTime('10 minutes');
    const second = await comment(me, drop);
    expect(await claim()).toEqual([]);
    await passTime('5 minutes');
    const mails = await claim();
    expect(mails).toMatchObject([
      { mail: 'mail-soon', items: [{ kind: 'comment', actor: first.username, others: 0 }] },
    ]);
    await finish(mails, 'delivered');
    const third = await comment(me, drop);
    await passTime('59 minutes');
    expect(await claim()).toEqual([]);
    await passTime('1 minute');
    const [next] = await claim();
    expect(next!.items.map(({ actor }) => actor)).toEqual([second.username, third.username]);
    await finish([next!], 'delivered');
    await comment(me, drop);
    await passTime('15 minutes');
    expect(await claim()).toEqual([]);
  });

  it('is sent days after the one before', async () => {
    const me = await mailedPerson();
    await comment(me);
    await passTime('15 minutes');
    await finish(await claim(), 'delivered');
    await passTime('3 days');
    const author = await comment(me);
    await passTime('15 minutes');
    const mails = await claim();
    expect(mails).toMatchObject([{ items: [{ actor: author.username }] }]);
    await finish(mails, 'failed');
    await passTime('1 minute');
    expect(await claim()).toHaveLength(1);
  });

  it('has words of public drops only', async () => {
    const me = await mailedPerson();
    const drop = await make.drop({ privacy_level: 'followers' }, me);
    const friend = await make.person();
    await make.follow(friend, me);
    await make.comment({ on: drop, author: friend });
    await make.comment({ on: await make.drop({}, me), author: friend, content: 'Lovely' });
    await passTime('15 minutes');
    const [mail] = await claim();
    expect(new Set(mail!.items.map(({ words }) => words))).toEqual(new Set(['Lovely', null]));
  });

  it('is sent to an account with a second factor, too', async () => {
    const me = await mailedPerson();
    await make.factor(me);
    await comment(me);
    await passTime('15 minutes');
    expect(await claim()).toHaveLength(1);
  });

  it.each<[string, (me: Person, author: Person) => PromiseLike<unknown>]>([
    ['it was read', (me) => queryAs(me)`update notifications set read = true`],
    ['the comment was deleted', (_, author) => queryAs(author)`delete from voice_drop_comments`],
    ['the drop was deleted', (me) => queryAs(me)`delete from voice_drops`],
    ['the recipient blocked the account', (me, author) => make.block(me, author)],
    [
      'the recipient muted the account',
      (me, author) =>
        queryAs(me)`insert into mutes (kind, subject) values ('person', ${author.id})`,
    ],
    [
      'the account was suspended',
      (_, author) => sql`
        update auth.users set banned_until = now() + interval '1 day' where id = ${author.id}`,
    ],
    [
      'the recipient was suspended',
      (me) => sql`
        update auth.users set banned_until = now() + interval '1 day' where id = ${me.id}`,
    ],
    ['the recipient signed in', (me) => make.session(me, { created_at: new Date().toISOString() })],
    ['the recipient used the app', (me) => queryAs(me)`select record_activity()`],
    [
      'the recipient liked a drop',
      async (me) => {
        const drop = await make.drop();
        await queryAs(me)`
        insert into voice_drop_likes (user_id, voice_drop_id) values (${me.id}, ${drop.id})`;
      },
    ],
  ])('is not sent if meanwhile %s', async (_, change) => {
    const me = await mailedPerson();
    const author = await comment(me);
    await passTime('15 minutes');
    await change(me, author);
    expect(await claim()).toEqual([]);
    expect(await outcomes()).toEqual(['dropped']);
  });
});

it('the use of the app is recorded where mails are sent, with the second factor that the account has', async () => {
  const record = async (person: Person) => {
    const [row] = await queryAs<{ is_recorded: boolean }[]>(person)`
      select record_activity() as is_recorded`;
    return row!.is_recorded;
  };
  expect(await record(await make.person())).toBe(false);
  const me = await mailedPerson();
  expect(await record(me)).toBe(true);
  await make.factor(me);
  expect(await record(me)).toBe(false);
  expect(await record({ ...me, aal: 'aal2' })).toBe(true);
  await expect(queryAs('visitor')`select record_activity()`).rejects.toMatchObject(refused);
});

describe('a digest', () => {
  const like = async (drop: Drop) => {
    const fan = await make.person();
    await make.like(fan, drop);
    return fan;
  };

  it('has the likes and follows of a day, those of a drop as one', async () => {
    const me = await mailedPerson();
    const drop = await make.drop({ title: 'Good morning' }, me);
    await like(drop);
    await passTime('23 hours');
    const latest = await like(drop);
    await passTime('30 minutes');
    const follower = await make.person();
    await make.follow(follower, me);
    expect(await claim()).toEqual([]);
    await passTime('30 minutes');
    const mails = await claim();
    expect(mails).toMatchObject([
      {
        mail: 'mail-digest',
        items: [
          { kind: 'like', actor: latest.username, others: 1, words: 'Good morning' },
          { kind: 'follow', actor: follower.username },
        ],
      },
    ]);
    await finish(mails, 'delivered');
    await like(drop);
    await passTime('23 hours');
    expect(await claim()).toEqual([]);
  });

  it('comes once a week for those who choose that, and follows the choice', async () => {
    const me = await mailedPerson();
    const choose = (choice: string) =>
      queryAs(me)`update account_settings set mail_digest = ${choice}`;
    await choose('weekly');
    const drop = await make.drop({}, me);
    await like(drop);
    for (let day = 0; day < 6; day += 1) {
      await passTime('1 day');
      expect(await claim()).toEqual([]);
    }
    await passTime('1 day');
    const mails = await claim();
    expect(mails).toMatchObject([{ mail: 'mail-digest' }]);
    await finish(mails, 'delivered');
    await like(drop);
    await passTime('1 day');
    expect(await claim()).toEqual([]);
    await passTime('3 days');
    expect(await claim()).toEqual([]);
    await choose('daily');
    await passTime('1 day');
    expect(await claim()).toHaveLength(1);
  });
});

const mailedKinds = notificationKinds.filter((kind) => NOTIFICATION_KINDS[kind].mail !== 'none');

describe.each(mailedKinds)('a mail of %s', (kind) => {
  it.each(notificationSwitches)(
    'depends on %s only if that is Email or the switch of its kind',
    async (name) => {
      const me = await mailedPerson();
      await notify(database, kind, me);
      await passTime(NOTIFICATION_KINDS[kind].mail === 'soon' ? '15 minutes' : '1 day');
      await switchOff(database, me, name);
      const isNeeded = name === 'email_notifications' || name === NOTIFICATION_KINDS[kind].switch;
      expect(await claim()).toHaveLength(isNeeded ? 0 : 1);
    },
  );
});

describe('the delivery of a mail', () => {
  const due = async () => {
    const me = await mailedPerson();
    await comment(me);
    await passTime('15 minutes');
  };

  it('waits for that of the mail before it', async () => {
    const me = await mailedPerson();
    await comment(me);
    await passTime('1 minute');
    await comment(me);
    await passTime('14 minutes');
    expect(await claim()).toHaveLength(1);
    await passTime('1 minute');
    expect(await claim()).toEqual([]);
  });

  it('that was never finished is repeated once, after two minutes', async () => {
    await due();
    const [first] = await claim();
    expect(await claim()).toEqual([]);
    await passTime('2 minutes');
    const [second] = await claim();
    expect(second!.ids).toEqual(first!.ids);
    await passTime('2 minutes');
    expect(await claim()).toEqual([]);
    expect(await outcomes()).toEqual(['given up']);
  });

  it('that failed is tried again later and later, and given up after a day', async () => {
    await due();
    for (const minutes of [1, 2, 4]) {
      await finish(await claim(), 'failed');
      await passTime(`${minutes - 1} minutes`);
      expect(await claim()).toEqual([]);
      await passTime('1 minute');
    }
    await passTime('1 day');
    expect(await claim()).toEqual([]);
    expect(await outcomes()).toEqual(['given up']);
    await passTime('7 days');
    await sql`select private.delete_expired()`;
    expect(await outcomes()).toEqual([]);
  });

  it('is given up if it is an hour older than a restored backup', async () => {
    await due();
    await passTime('46 minutes');
    await sql`select set_config('backend.vault_key', 'key', true)`;
    await sql`select vault.create_secret(now()::text, 'restored_at')`;
    expect(await claim()).toEqual([]);
    expect(await outcomes()).toEqual(['given up']);
  });
});
