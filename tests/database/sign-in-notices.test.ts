import { randomUUID } from 'node:crypto';
import { MAIL_SIGN_INS_MAX } from '@undertone/domain/limits';
import { describe, expect, it } from 'vitest';
import { mailedPeopleOf } from './support/mailed-people.ts';
import type { Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, sql } = database;
const { claim, mailedPerson, outcomes } = mailedPeopleOf(database);

describe('a sign-in', () => {
  const addSession = async (person: Person, ...methods: string[]) => {
    const { session } = await make.session(person, { user_agent: 'Firefox/140 on Linux' });
    for (const method of methods) {
      await sql`
        insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
        values (${randomUUID()}, ${session}, now(), now(), ${method})`;
    }
  };

  it('is mailed with its time and device, but not an account’s first', async () => {
    const me = await make.person();
    await addSession(me, 'password');
    expect(await claim()).toEqual([]);
    await sql`delete from auth.sessions`;
    await addSession(me, 'otp');
    expect(await claim()).toMatchObject([
      {
        mail: 'mail-sign-in',
        email: `${me.id}@example.com`,
        method: 'otp',
        userAgent: 'Firefox/140 on Linux',
        at: expect.any(String),
      },
    ]);
  });

  it('with a second factor is mailed once', async () => {
    const me = await make.person();
    await addSession(me, 'password', 'totp');
    await addSession(me, 'password', 'totp');
    expect(await outcomes()).toHaveLength(1);
  });

  it('is mailed up to the limit of a day, which is lower for an address that is not confirmed', async () => {
    const [me, confirmed] = [await make.person(), await mailedPerson()];
    for (let count = 0; count < MAIL_SIGN_INS_MAX.confirmed + 2; count += 1) {
      await addSession(me, 'password');
      await addSession(confirmed, 'password');
    }
    const counts = await sql<{ count: number }[]>`
      select count(*)::int from private.outbox where kind = 'mail-sign-in'
      group by recipient order by 1`;
    expect(counts.map(({ count }) => count)).toEqual([
      MAIL_SIGN_INS_MAX.unconfirmed,
      MAIL_SIGN_INS_MAX.confirmed,
    ]);
  });
});
