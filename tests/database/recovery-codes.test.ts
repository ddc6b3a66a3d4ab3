import { randomUUID } from 'node:crypto';
import {
  FACTOR_REQUEST_HOURS,
  FACTOR_REQUESTS_MAX,
  RECOVERY_CODES,
  RECOVERY_PASSWORD_MINUTES,
  RECOVERY_TRIES_MAX,
} from '@undertone/domain/limits';
import { describe, expect, it } from 'vitest';
import { outboxOf } from './support/outbox.ts';
import { errorOf, refused, type Persona, type Person, type SignedIn } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

interface FactorMail {
  readonly id: number;
  readonly mail: string;
  readonly about: string;
  readonly email: string;
  readonly token?: string;
}

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const outbox = outboxOf<FactorMail>(database);

/** Records a step of signing in that was done in a session. */
const giveStep = async ({ session }: SignedIn, method = 'password', minutesAgo = 0) => {
  await sql`
    insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
    select ${randomUUID()}, ${session}, ${method}, time, time
    from (select now() - ${minutesAgo} * interval '1 minute' as time) as step`;
};

/** A session of a person in which the password was given just now. */
const signIn = async (person: Person): Promise<SignedIn> => {
  const signedIn = await make.session(person, { aal: 'aal1' });
  await giveStep(signedIn);
  return signedIn;
};

/** Signs in with the second factor as well. */
const signInWithFactor = async (person: Person): Promise<SignedIn> => {
  const signedIn = await make.session(person, { aal: 'aal2' });
  await giveStep(signedIn);
  await giveStep(signedIn, 'totp');
  return { ...signedIn, aal: 'aal2' };
};

const renew = async (persona: Persona): Promise<string[]> => {
  const [row] = await queryAs<{ codes: string[] }[]>(persona)`
    select renew_recovery_codes() as codes`;
  return row!.codes;
};

const stateOf = async (persona: Persona) => {
  const [row] = await queryAs(
    persona,
  )`select codes, recovered_at, decided_from from recovery_state()`;
  return row;
};

const recover = async ({ id, session }: SignedIn, code: string): Promise<string> => {
  const [row] = await sql<{ result: string }[]>`
    select recover_factor(${id}, ${session}, ${code}) as result`;
  return row!.result;
};

const request = async (persona: Persona, words = ''): Promise<Date> => {
  const [row] = await queryAs<{ from: Date }[]>(persona)`
    select request_factor_removal(${words}) as from`;
  return row!.from;
};

const keep = async (token: string): Promise<boolean> => {
  const [row] = await queryAs<{ kept: boolean }[]>('visitor')`select keep_factor(${token}) as kept`;
  return row!.kept;
};

/** The error of a statement of the superuser, or null. The test can go on after it. */
const tried = async (statement: Promise<unknown>): Promise<unknown> => {
  await sql`savepoint tried`;
  const error = await errorOf(statement);
  if (error) await sql`rollback to tried`;
  return error;
};

/** The state at aal1. */
const noRequest = { codes: null, recovered_at: null, decided_from: null };

const tooEarly = expect.objectContaining({ code: 'PT409' });

/** What staff's decision does. */
const remove = ({ id }: Person) => tried(sql`select private.remove_factors(${id})`);

const passHours = async (hours: number) => {
  const span = `${hours} hours`;
  await sql`update private.cases set opened_at = opened_at - ${span}::interval`;
  await sql`delete from auth.mfa_amr_claims`;
  await outbox.passTime(span);
};

const factorsOf = async ({ id }: Person) =>
  (await sql`select from auth.mfa_factors where user_id = ${id}`).length;

const sessionsOf = async ({ id }: Person) => {
  const rows = await sql<{ id: string }[]>`select id from auth.sessions where user_id = ${id}`;
  return rows.map((row) => row.id);
};

const mails = async () => (await outbox.claim()).filter(({ mail }) => mail === 'mail-factor');

/** An account with a second factor: a session at each level, and its recovery codes. */
const guarded = async () => {
  const me = await make.person();
  await sql`update auth.users set encrypted_password = 'x' where id = ${me.id}`;
  await make.factor(me);
  const full = await signInWithFactor(me);
  const codes = await renew(full);
  return { me, full, codes, mine: await signIn(me) };
};

describe('recovery codes', () => {
  it('are ten, of 80 bits each, and stored as hashes alone', async () => {
    const { me, full, codes } = await guarded();
    expect(new Set(codes).size).toBe(RECOVERY_CODES);
    for (const code of codes)
      expect(code).toMatch(/^([0-9a-hj-km-np-tv-z]{4}-){3}[0-9a-hj-km-np-tv-z]{4}$/);
    const [stored] = await sql`
      select string_agg(to_jsonb(kept)::text, ' ') as text from private.recovery_codes as kept
      where user_id = ${me.id}`;
    for (const code of codes) expect(stored!.text).not.toContain(code.slice(0, 9));
    expect(await stateOf(full)).toMatchObject({ codes: RECOVERY_CODES, recovered_at: null });
  });

  it('are renewed only with the second factor, of the last ten minutes, and by nobody else', async () => {
    const { full, mine } = await guarded();
    await expect(renew(mine)).rejects.toMatchObject(refused);
    await expect(renew('visitor')).rejects.toMatchObject(refused);
    await expect(renew(await signIn(await make.person()))).rejects.toMatchObject({ code: 'PT409' });
    await sql`
      update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'
      where session_id = ${full.session}`;
    await expect(renew(full)).rejects.toMatchObject({ code: 'PT403' });
    expect(await stateOf(mine)).toEqual(noRequest);
  });

  it('are void once there are new ones', async () => {
    const { full, mine, codes } = await guarded();
    await renew(full);
    expect(await recover(mine, codes[0]!)).toBe('wrong');
  });
});

describe('a recovery code', () => {
  it('removes all factors, ends all other sessions, voids the other codes and mails the owner', async () => {
    const { me, mine, codes } = await guarded();
    const other = await guarded();
    const typed = codes[3]!
      .toUpperCase()
      .replaceAll('-', ' ')
      .replaceAll('0', 'O')
      .replaceAll('1', 'l');
    expect(await recover(mine, typed)).toBe('recovered');
    expect(await factorsOf(me)).toBe(0);
    expect(await sessionsOf(me)).toEqual([mine.session]);
    expect(await mails()).toMatchObject([{ about: 'used', email: `${me.id}@example.com` }]);
    expect(await stateOf(mine)).toMatchObject({ codes: 0, recovered_at: expect.any(Date) });

    await make.factor(me);
    expect(await recover(mine, codes[4]!)).toBe('wrong');
    expect(await factorsOf(other.me)).toBe(1);
    expect(await recover(other.mine, other.codes[0]!)).toBe('recovered');
  });

  it('takes the password of the account, within five minutes, and a factor to remove', async () => {
    const { me, full, codes } = await guarded();
    const code = codes[0]!;
    const old = await make.session(me, { aal: 'aal1' });
    await giveStep(old, 'password', RECOVERY_PASSWORD_MINUTES);
    const byMail = await make.session(me, { aal: 'aal1' });
    await giveStep(byMail, 'otp');
    const others = await signIn(await make.person());
    for (const session of [old, byMail, full, { ...me, session: others.session }]) {
      expect(await recover(session, code)).toBe('password-needed');
    }
    const noFactor = await make.person();
    await sql`update auth.users set encrypted_password = 'x' where id = ${noFactor.id}`;
    expect(await recover(await signIn(noFactor), code)).toBe('no-factor');
    expect(await factorsOf(me)).toBe(1);
  });

  it('of an account without a password takes its sign-in provider', async () => {
    const { me, codes } = await guarded();
    await sql`update auth.users set encrypted_password = null where id = ${me.id}`;
    const session = await make.session(me, { aal: 'aal1' });
    await giveStep(session, 'oauth');
    expect(await recover(session, codes[0]!)).toBe('recovered');
  });

  it('is one of five tries an hour, of which each account has its own', async () => {
    const { me, mine, codes } = await guarded();
    const other = await guarded();
    for (let tries = 0; tries < RECOVERY_TRIES_MAX; tries += 1) {
      expect(await recover(mine, other.codes[0]!)).toBe('wrong');
    }
    expect(await recover(mine, codes[0]!)).toBe('limited');
    expect(await recover(other.mine, other.codes[0]!)).toBe('recovered');
    await sql`
      update private.factor_recoveries set tries_end = tries_end - interval '1 hour'
      where user_id = ${me.id}`;
    expect(await recover(mine, codes[0]!)).toBe('recovered');
  });

  it('is used by the server alone', async () => {
    const { me, mine, codes } = await guarded();
    const use = queryAs(mine)`select recover_factor(${me.id}, ${mine.session}, ${codes[0]!})`;
    await expect(use).rejects.toMatchObject(refused);
    await expect(queryAs(mine)`select from private.recovery_codes`).rejects.toMatchObject(refused);
  });
});

describe('a request to remove a lost factor', () => {
  it('opens a case with the masked address, mails the owner at 0, 24 and 48 hours, and is decided after 72', async () => {
    const { me, mine } = await guarded();
    const from = await request(mine, 'My phone fell into the sea');
    const hours = (from.getTime() - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(FACTOR_REQUEST_HOURS - 1);
    expect(await request(mine)).toEqual(from);
    const cases = await sql`
      select person_id, details from private.cases
      where subject_kind = 'lost-factor' and subject_id = ${me.id}`;
    expect([...cases]).toEqual([
      {
        person_id: me.id,
        details: {
          address: `${me.id[0]}•••@e•••.com`,
          words: 'My phone fell into the sea',
          factor_since: expect.any(String),
        },
      },
    ]);
    for (const hours of [24, 24, FACTOR_REQUEST_HOURS - 49]) {
      const claimed = await mails();
      expect(claimed).toHaveLength(1);
      await outbox.finish(claimed, 'delivered');
      expect(await mails()).toEqual([]);
      await passHours(hours);
    }
    expect(await mails()).toEqual([]);
    expect(await remove(me)).toEqual(tooEarly);
    await passHours(1);
    expect(await factorsOf(me)).toBe(1);
    expect(await remove(me)).toBeNull();
    expect(await factorsOf(me)).toBe(0);
    expect(await sessionsOf(me)).toEqual([]);
    expect(await mails()).toMatchObject([{ about: 'removed' }]);
  });

  it.each([24, 48])(
    'is cancelled by the link of the mail at %i hours, and of each other one',
    async (hours) => {
      const { me, mine } = await guarded();
      await request(mine);
      const [first] = await mails();
      await outbox.finish([first!], 'delivered');
      await passHours(hours);
      const [later] = await mails();
      const token = later!.token!;
      expect(token).toBe(first!.token);
      expect(await keep(`${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`)).toBe(false);
      expect(await keep('anything')).toBe(false);
      expect(await stateOf(mine)).not.toEqual(noRequest);
      expect(await keep(token)).toBe(true);
      expect(await stateOf(mine)).toEqual(noRequest);
      await passHours(FACTOR_REQUEST_HOURS);
      expect(await mails()).toEqual([]);
      expect(await remove(me)).toEqual(tooEarly);
      expect(await factorsOf(me)).toBe(1);

      // A link of an earlier request cancels no later one.
      await request(await signIn(me));
      expect(await keep(token)).toBe(false);
    },
  );

  it('is cancelled by a sign-in with the factor, by a recovery code, and with the account', async () => {
    const people = [await guarded(), await guarded(), await guarded()] as const;
    for (const { mine } of people) await request(mine);
    const [signing, recovering, leaving] = people;
    await signInWithFactor(signing.me);
    expect(await stateOf(signing.mine)).toEqual(noRequest);
    expect(await recover(recovering.mine, recovering.codes[0]!)).toBe('recovered');
    expect(await stateOf(recovering.mine)).toMatchObject({ decided_from: null });
    await sql`delete from auth.users where id = ${leaving.me.id}`;
    const open = await sql`
      select from private.cases where subject_kind = 'lost-factor' and closed_at is null`;
    expect(open).toHaveLength(0);
  });

  it('does not remove a factor with which somebody has signed in since', async () => {
    const { me, mine } = await guarded();
    await request(mine);
    await passHours(FACTOR_REQUEST_HOURS);
    await sql`alter table auth.mfa_amr_claims disable trigger cancel_factor_request`;
    await signInWithFactor(me);
    expect(await remove(me)).toEqual(tooEarly);
    expect(await factorsOf(me)).toBe(1);
  });

  it('is decided by staff, who never see the address', async () => {
    const [lost, stolen] = [await guarded(), await guarded()];
    const staff = await make.staff();
    const decide = async ({ me }: typeof lost, measure: string) => {
      const [open] = await sql<{ id: string; shown: string }[]>`
        select id from private.cases where subject_id = ${me.id}`;
      const [shown] = await queryAs(staff)`select desk_case(${open!.id})::text as text`;
      expect(shown!.text).toContain('•••@e•••.com');
      expect(shown!.text).not.toContain('@example.com');
      const [made] = await queryAs<{ decision: { decision: string } }[]>(staff)`
        select desk_decide(${open!.id}, ${measure}) as decision`;
      return made!.decision.decision;
    };
    const undo = (decision: string) => queryAs(staff)`select desk_undo(${decision})`;
    for (const { mine } of [lost, stolen]) await request(mine);
    await outbox.finish(await mails(), 'delivered');
    await expect(decide(lost, 'remove-factor')).rejects.toMatchObject({ code: '22023' });
    await undo(await decide(stolen, 'none'));
    await outbox.passTime('15 seconds');
    expect(await mails()).toEqual([]);
    expect(await stateOf(stolen.mine)).not.toEqual(noRequest);

    await decide(stolen, 'none');
    await outbox.passTime('15 seconds');
    expect(await mails()).toMatchObject([
      { about: 'refused', email: `${stolen.me.id}@example.com` },
    ]);
    expect(await stateOf(stolen.mine)).toEqual(noRequest);
    await passHours(FACTOR_REQUEST_HOURS);
    const removal = await decide(lost, 'remove-factor');
    expect([await factorsOf(lost.me), await factorsOf(stolen.me)]).toEqual([0, 1]);
    await expect(undo(removal)).rejects.toMatchObject({ code: 'PT409' });
    await expect(decide(stolen, 'remove-factor')).rejects.toMatchObject({ code: 'PT409' });
  });

  it('keeps the address of the account as it is', async () => {
    const { me, mine } = await guarded();
    const change = (column: string) =>
      tried(sql`update auth.users set ${sql({ [column]: 'new@example.com' })} where id = ${me.id}`);
    await request(mine);
    expect(await change('email')).toEqual(tooEarly);
    expect(await change('email_change')).toEqual(tooEarly);
    await signInWithFactor(me);
    expect(await change('email')).toBeNull();
  });

  it('takes the password once more, and is made twice a day at most', async () => {
    const { me, mine, full } = await guarded();
    const old = await make.session(me, { aal: 'aal1' });
    await giveStep(old, 'password', RECOVERY_PASSWORD_MINUTES);
    for (const caller of [old, full]) {
      await expect(request(caller)).rejects.toMatchObject({ code: 'PT403' });
    }
    await expect(request('visitor')).rejects.toMatchObject(refused);
    for (let requests = 0; requests < FACTOR_REQUESTS_MAX; requests += 1) {
      await request(mine);
      await signInWithFactor(me);
    }
    await expect(request(mine)).rejects.toMatchObject({ code: 'PT429' });
  });
});
