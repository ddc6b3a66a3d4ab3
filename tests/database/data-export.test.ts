import { randomUUID } from 'node:crypto';
import { ACT_LIMITS } from '@undertone/domain/limits';
import { describe, expect, it } from 'vitest';
import { outboxOf } from './support/outbox.ts';
import { errorOf, refused, type Persona, type Person, type SignedIn } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const outbox = outboxOf<{ id: number; mail: string; email: string; userAgent: string }>(database);

const begin = async (persona: Persona): Promise<Record<string, unknown>> => {
  const [row] = await queryAs<{ records: Record<string, unknown> }[]>(persona)`
    select begin_export() as records`;
  return row!.records;
};

/** A session in which the person has authenticated by a method, some time ago. */
const signIn = async (person: Person, method: string, ago = '0 minutes'): Promise<SignedIn> => {
  const signedIn = await make.session(person, { user_agent: 'Firefox/140 on Linux' });
  await sql`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (${randomUUID()}, ${signedIn.session}, now() - ${ago}::interval, now() - ${ago}::interval, ${method})`;
  return signedIn;
};

describe('a copy of one’s data', () => {
  it('is begun after a recent sign-in, logged, and mailed to the address, also to one that nobody has confirmed', async () => {
    const me = await signIn(await make.person(), 'password', '9 minutes');
    await begin(me);
    expect(await outbox.claim()).toMatchObject([
      { mail: 'mail-export', email: `${me.id}@example.com`, userAgent: 'Firefox/140 on Linux' },
    ]);
    const acts = await sql`
      select payload ->> 'action' as action from auth.audit_log_entries
      where payload ->> 'actor_id' = ${me.id}`;
    expect([...acts]).toEqual([{ action: 'data_exported' }]);
  });

  it.each([
    ['password', '11 minutes'],
    ['token_refresh', '0 minutes'],
  ])('asks to sign in again where the last sign-in is a %s of %s ago', async (method, ago) => {
    const me = await signIn(await make.person(), method, ago);
    expect(await errorOf(begin(me))).toMatchObject({ code: 'PT403' });
    expect(await outbox.claim()).toEqual([]);
  });

  it('takes the second factor of an account that has one, and no session of others', async () => {
    const me = await signIn(await make.person(), 'password');
    await make.factor(me);
    await expect(begin(me)).rejects.toMatchObject(refused);
    await begin({ ...me, aal: 'aal2' });
    await expect(begin('visitor')).rejects.toMatchObject(refused);
    const other = await make.person();
    await expect(begin({ ...other, session: me.session })).rejects.toMatchObject(refused);
  });

  it.each(['suspended', 'banned'])('is made by people who are %s', async (kind) => {
    const me = await signIn(await make.person(), 'password');
    const until = kind === 'suspended' ? '2999-01-01T00:00:00Z' : null;
    await sql`insert into private.restrictions ${sql({ user_id: me.id, kind, until })}`;
    expect(await begin(me)).toHaveProperty('account_acts');
  });

  it('is limited for an account', async () => {
    const me = await signIn(await make.person(), 'password');
    for (let count = 0; count < ACT_LIMITS.export['1 hour']; count += 1) await begin(me);
    expect(await errorOf(begin(me))).toMatchObject({ code: 'PT429' });
  });

  it('has the account’s former names, mail address, messages to staff and log, and those of nobody else', async () => {
    const staff = await make.staff();
    const [me, other] = [await make.person(), await make.person()];
    for (const writer of [me, other]) {
      const { id } = writer;
      await queryAs(writer)`select send_contact('Ann', ${`${id}@example.com`}, 'Hello', ${id})`;
      await sql`update profiles set username = ${`${id.slice(0, 8)}-new`} where user_id = ${id}`;
      await sql`update profiles set email_notifications = true where user_id = ${id}`;
    }
    const [written] =
      await sql`select id from private.cases where details ->> 'message' = ${me.id}`;
    await queryAs(staff)`select desk_assign(${written!.id}, true)`;
    await queryAs(staff)`select desk_answer(${written!.id}, 'Hello Ann')`;
    const mine = await signIn(me, 'password');
    await begin(await signIn(other, 'password'));
    expect(await begin(mine)).toEqual({
      former_usernames: [expect.objectContaining({ username: me.username.toLowerCase() })],
      mail_address: expect.objectContaining({ email: `${me.id}@example.com`, confirmed_at: null }),
      messages_to_staff: [
        {
          about: 'contact',
          sent_at: expect.any(String),
          name: 'Ann',
          email: `${me.id}@example.com`,
          subject: 'Hello',
          message: me.id,
          answer: 'Hello Ann',
          answered_at: expect.any(String),
        },
      ],
      account_acts: [expect.objectContaining({ action: 'data_exported' })],
    });
  });
});
