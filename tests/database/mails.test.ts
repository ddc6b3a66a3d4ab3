import { randomUUID } from 'node:crypto';
import { MAIL_CONFIRMATIONS_MAX, MAIL_SIGN_INS_MAX } from '@undertone/domain/limits';
import { NOTIFICATION_KINDS } from '@undertone/domain/notification-kind';
import { describe, expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import { refused, type Person, type Persona } from './support/persona.ts';
import { notificationKinds, notificationSwitches, notify, switchOff } from './support/notify.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;

interface Claimed {
  readonly ids: readonly number[];
  readonly mail: string;
  readonly email: string;
  readonly token: string;
  readonly items: readonly { kind: string; actor: string; others: number; words: string | null }[];
}

const claim = async (): Promise<Claimed[]> => {
  const [row] = await sql<{ claimed: Claimed[] }[]>`select claim_deliveries(100) as claimed`;
  return row!.claimed;
};

const finish = async (mails: readonly Claimed[], outcome: string) => {
  await sql`select finish_deliveries(${mails.flatMap(({ ids }) => ids)}, ${outcome})`;
};

const outcomes = async () => {
  const rows = await sql<{ outcome: string | null }[]>`
    select outcome from private.outbox where recipient is not null order by id`;
  return rows.map(({ outcome }) => outcome);
};

/** Moves the times of everything that mails depend on into the past. */
const passTime = async (span: string) => {
  await sql`
    update private.outbox set due = due - ${span}::interval,
      created_at = created_at - ${span}::interval, claimed_at = claimed_at - ${span}::interval,
      ended_at = ended_at - ${span}::interval`;
  await sql`update notifications set created_at = created_at - ${span}::interval`;
  await sql`update private.counted_mails set counted_at = counted_at - ${span}::interval`;
};

/** The person in a session of their own, which has not been used since long. */
const signIn = async (person: Person): Promise<Person> => {
  const session = randomUUID();
  await sql`
    insert into auth.sessions (id, user_id, created_at, user_agent)
    values (${session}, ${person.id}, now() - interval '30 days', 'Firefox/140 on Linux')`;
  return { ...person, session };
};

const setEmail = (person: Person, isOn: boolean) =>
  queryAs(person)`
    update profiles set email_notifications = ${isOn} where user_id = ${person.id}`;

const mailState = async (person: Person) => {
  const [row] = await queryAs<{ state: string }[]>(person)`select mail_state() as state`;
  return row!.state;
};

const confirm = async (token: string, caller: Persona = 'visitor') => {
  const [row] = await queryAs<{ done: boolean }[]>(caller)`select confirm_mail(${token}) as done`;
  return row!.done;
};

const stop = async (token: string, caller: Persona = 'visitor') => {
  const [row] = await queryAs<{ done: boolean }[]>(caller)`select stop_mail(${token}) as done`;
  return row!.done;
};

/** A person who has switched Email on, and the mail that asks to confirm the address. */
const askedPerson = async () => {
  const me = await signIn(await make.person());
  await setEmail(me, true);
  const [asked] = await claim();
  await finish([asked!], 'delivered');
  return { me, asked: asked! };
};

/** A person who receives mails. */
const mailedPerson = async (): Promise<Person> => {
  const { me, asked } = await askedPerson();
  await confirm(asked.token);
  await sql`delete from private.outbox`;
  return me;
};

/** Comments on a drop of the person. */
const comment = async (me: Person, on?: Drop) => {
  const author = await make.person();
  await make.comment({ on: on ?? (await make.drop({}, me)), author });
  return author;
};

describe('an address', () => {
  it('is asked once when Email is switched on, and receives nothing else until its link was followed', async () => {
    const me = await signIn(await make.person());
    await setEmail(me, true);
    await comment(me);
    await passTime('1 hour');
    const [asked, ...others] = await claim();
    expect([asked!.mail, asked!.email, others]).toEqual([
      'mail-confirmation',
      `${me.id}@example.com`,
      [],
    ]);
    await finish([asked!], 'delivered');
    expect(await mailState(me)).toBe('unconfirmed');
    expect(await confirm(asked!.token)).toBe(true);
    expect(await mailState(me)).toBe('confirmed');
    await comment(me);
    await passTime('15 minutes');
    expect(await claim()).toMatchObject([{ mail: 'mail-soon' }]);
  });

  it('is not asked again once it is confirmed, and is after its mails were stopped by a link', async () => {
    const me = await mailedPerson();
    await setEmail(me, false);
    await setEmail(me, true);
    expect(await claim()).toEqual([]);
    await comment(me);
    await passTime('15 minutes');
    const [mail] = await claim();
    // Somebody else may be signed in where the link is followed.
    expect(await stop(mail!.token, await make.person())).toBe(true);
    const [profile] = await sql`
      select email_notifications from profiles where user_id = ${me.id}`;
    expect(profile).toEqual({ email_notifications: false });
    await setEmail(me, true);
    expect(await claim()).toMatchObject([{ mail: 'mail-confirmation' }]);
  });

  it('starts anew after a change', async () => {
    const me = await mailedPerson();
    const [before] = await sql<{ token: string }[]>`
      select private.mail_token(address, 'stop') as token
      from private.mail_addresses as address where user_id = ${me.id}`;
    await sql`update auth.users set email = 'new@example.com' where id = ${me.id}`;
    const asked = await claim();
    expect(asked).toMatchObject([{ mail: 'mail-confirmation', email: 'new@example.com' }]);
    await finish(asked, 'delivered');
    expect(await mailState(me)).toBe('unconfirmed');
    expect(await stop(before!.token)).toBe(false);
    await comment(me);
    await passTime('15 minutes');
    expect(await claim()).toEqual([]);
  });

  it('is asked three times a day at most, for all accounts together', async () => {
    const me = await signIn(await make.person());
    const again = () => queryAs(me)`select send_mail_confirmation()`;
    await setEmail(me, true);
    // While a mail waits, no other is written.
    await again();
    for (let count = 1; count < MAIL_CONFIRMATIONS_MAX; count += 1) {
      await finish(await claim(), 'delivered');
      await again();
    }
    await finish(await claim(), 'delivered');
    expect(await outcomes()).toHaveLength(MAIL_CONFIRMATIONS_MAX);
    await expect(again()).rejects.toMatchObject({ code: 'PT429' });

    await sql`delete from auth.users where id = ${me.id}`;
    const next = await signIn(await make.person());
    await sql`
      update auth.users set email = ${`${me.id}@example.com`} where id = ${next.id}`;
    await setEmail(next, true);
    expect(await claim()).toEqual([]);
    await passTime('1 day');
    await queryAs(next)`select send_mail_confirmation()`;
    expect(await claim()).toHaveLength(1);
  });

  it('that a server refuses for good receives nothing more, until its owner asks for it', async () => {
    const me = await mailedPerson();
    await comment(me);
    await passTime('15 minutes');
    await finish(await claim(), 'refused');
    expect(await mailState(me)).toBe('refused');
    await comment(me);
    await passTime('1 hour');
    expect(await claim()).toEqual([]);
    await queryAs(me)`select send_mail_confirmation()`;
    const [asked] = await claim();
    expect(await mailState(me)).toBe('unconfirmed');
    await confirm(asked!.token);
    expect(await mailState(me)).toBe('confirmed');
  });

  it('is confirmed and stopped by a token of that purpose alone', async () => {
    const { me, asked } = await askedPerson();
    const { me: other, asked: others } = await askedPerson();
    expect(await stop(asked.token)).toBe(false);
    expect(await confirm(asked.token.replace(me.id, other.id))).toBe(false);
    for (const wrong of ['', 'x', `${me.id}.`, `${me.id}.00`, `${asked.token}0`]) {
      expect(await confirm(wrong)).toBe(false);
      expect(await stop(wrong)).toBe(false);
    }
    expect(await mailState(me)).toBe('unconfirmed');
    // The link may be followed where another account is signed in.
    expect(await confirm(others.token, me)).toBe(true);
    expect([await mailState(me), await mailState(other)]).toEqual(['unconfirmed', 'confirmed']);
  });

  it('is shown and asked in a session of its account with the second factor that it has', async () => {
    const { me } = await askedPerson();
    await make.factor(me);
    for (const persona of [me, 'visitor'] as const) {
      await expect(queryAs(persona)`select mail_state()`).rejects.toMatchObject(refused);
      await expect(queryAs(persona)`select send_mail_confirmation()`).rejects.toMatchObject(
        refused,
      );
    }
    expect(await mailState({ ...me, aal: 'aal2' })).toBe('unconfirmed');
  });
});

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
    [
      'the recipient signed in',
      (me) => sql`
        insert into auth.sessions (id, user_id, created_at)
        values (${randomUUID()}, ${me.id}, now())`,
    ],
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

describe.each(notificationKinds)('a mail of %s', (kind) => {
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

describe('a sign-in', () => {
  const addSession = async (person: Person, method = 'password') => {
    const { session } = await signIn(person);
    await sql`
      insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      values (${randomUUID()}, ${session!}, now(), now(), ${method})`;
  };

  it('is mailed with its time and device, but not an account’s first', async () => {
    const me = await make.person();
    await addSession(me);
    expect(await claim()).toEqual([]);
    await sql`delete from auth.sessions`;
    await addSession(me, 'otp');
    const mails = await claim();
    expect(mails).toMatchObject([
      {
        mail: 'mail-sign-in',
        email: `${me.id}@example.com`,
        method: 'otp',
        userAgent: 'Firefox/140 on Linux',
        at: expect.any(String),
      },
    ]);
    await finish(mails, 'delivered');
  });

  it('is mailed once, without its second factor', async () => {
    const me = await make.person();
    await addSession(me);
    await addSession(me, 'totp');
    expect(await claim()).toEqual([]);
  });

  it('is mailed to an address that is not confirmed three times a day at most', async () => {
    const [me, confirmed] = [await make.person(), await mailedPerson()];
    for (let count = 0; count < MAIL_SIGN_INS_MAX.unconfirmed + 2; count += 1) {
      await addSession(me);
      await addSession(confirmed);
    }
    const counts = await sql<{ count: number }[]>`
      select count(*)::int from private.outbox where kind = 'mail-sign-in'
      group by recipient order by 1`;
    expect(counts.map(({ count }) => count)).toEqual([
      MAIL_SIGN_INS_MAX.unconfirmed,
      MAIL_SIGN_INS_MAX.unconfirmed + 1,
    ]);
  });
});
