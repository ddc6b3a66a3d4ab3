import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { refused, type Persona, type Person, type SignedIn } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

const signIn = (person: Person, columns: Record<string, string> = {}) =>
  make.session(person, {
    aal: 'aal1',
    created_at: '2026-01-01T10:00:00Z',
    user_agent: 'A browser',
    ip: '192.0.2.7',
    ...columns,
  });

const list = (persona: Persona) => queryAs(persona)`select * from public.list_sessions()`;

const end = async (persona: Persona, session: string): Promise<unknown> => {
  const [row] = await queryAs(persona)`select public.end_session(${session}) as ended`;
  return row?.ended;
};

const keyOf = async (persona: Persona): Promise<unknown> => {
  const [row] = await queryAs(persona)`select public.own_account_key() as key`;
  return row?.key;
};

const lives = async ({ session }: SignedIn) => {
  const rows = await sql`select from auth.sessions where id = ${session}`;
  return rows.length === 1;
};

let owner: SignedIn;
let elsewhere: SignedIn;
let other: SignedIn;
beforeEach(async () => {
  const person = await make.person();
  owner = await signIn(person);
  elsewhere = await signIn(person, { refreshed_at: '2026-01-02T12:00:00' });
  other = await signIn(await make.person());
});

describe('the list of sessions', () => {
  it('shows the owner their own, the most recently active first', async () => {
    expect([...(await list(owner))]).toEqual([
      {
        id: elsewhere.session,
        created_at: new Date('2026-01-01T10:00:00Z'),
        last_active_at: new Date('2026-01-02T12:00:00Z'),
        user_agent: 'A browser',
        ip: '192.0.2.7',
        aal: 'aal1',
        is_current: false,
      },
      expect.objectContaining({ id: owner.session, is_current: true }),
    ]);
  });

  it('shows another person only theirs', async () => {
    const rows = await list(other);
    expect(rows.map(({ id }) => id)).toEqual([other.session]);
  });

  it('does not show expired sessions', async () => {
    await sql`update auth.sessions set not_after = now() where id = ${elsewhere.session}`;
    expect((await list(owner)).map(({ id }) => id)).toEqual([owner.session]);
  });
});

describe('ending a session', () => {
  it('ends a session of the owner, even the current one, and records it', async () => {
    expect(await end(owner, elsewhere.session)).toBe(true);
    expect(await lives(elsewhere)).toBe(false);
    expect(await lives(owner)).toBe(true);
    expect(await end(owner, owner.session)).toBe(true);
    expect(await lives(owner)).toBe(false);
    const acts = await sql`
      select payload ->> 'action' as action from auth.audit_log_entries
      where payload ->> 'actor_id' = ${owner.id}`;
    expect([...acts]).toEqual([{ action: 'logout' }, { action: 'logout' }]);
  });

  it('does not end someone else’s session or one that does not exist', async () => {
    expect(await end(other, owner.session)).toBe(false);
    expect(await lives(owner)).toBe(true);
    expect(await end(owner, randomUUID())).toBe(false);
  });
});

describe('the key of an account', () => {
  it('is 32 random bytes, the same in every session of the account, and another one for others', async () => {
    const key = await keyOf(owner);
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(await keyOf(elsewhere)).toBe(key);
    expect(await keyOf(other)).not.toBe(key);
  });

  it('cannot be read or changed in its table, and is deleted with the account', async () => {
    await keyOf(owner);
    await expect(queryAs(owner)`select from private.account_keys`).rejects.toMatchObject(refused);
    await expect(queryAs(owner)`delete from private.account_keys`).rejects.toMatchObject(refused);
    await sql`delete from auth.users where id = ${owner.id}`;
    expect(await sql`select from private.account_keys`).toHaveLength(0);
  });
});

describe('listing and ending sessions, and the key of the account', () => {
  it('is refused for visitors', async () => {
    await expect(list('visitor')).rejects.toMatchObject(refused);
    await expect(keyOf('visitor')).rejects.toMatchObject(refused);
    await expect(end('visitor', owner.session)).rejects.toMatchObject(refused);
  });

  it('is refused for a token whose session has ended, or that names someone else’s', async () => {
    await sql`delete from auth.sessions where id = ${elsewhere.session}`;
    const stolen = { ...other, session: owner.session };
    const { session: _none, ...withoutSession } = owner;
    for (const caller of [elsewhere, stolen, withoutSession]) {
      await expect(list(caller)).rejects.toMatchObject(refused);
      await expect(keyOf(caller)).rejects.toMatchObject(refused);
      await expect(end(caller, owner.session)).rejects.toMatchObject(refused);
    }
    expect(await lives(owner)).toBe(true);
  });

  it('is refused for a session without the second factor that the account has', async () => {
    await make.factor(owner);
    const message = expect.stringContaining('second step');
    await expect(list(owner)).rejects.toMatchObject({ ...refused, message });
    await expect(keyOf(owner)).rejects.toMatchObject({ ...refused, message });
    await expect(end(owner, elsewhere.session)).rejects.toMatchObject({ ...refused, message });
    const stepped = { ...owner, aal: 'aal2' } as const;
    expect(await list(stepped)).toHaveLength(2);
    expect(await keyOf(stepped)).toMatch(/^[\w-]{43}$/);
    expect(await end(stepped, elsewhere.session)).toBe(true);
  });
});

it('an unverified factor does not prevent listing and ending sessions', async () => {
  await make.factor(owner, 'unverified');
  expect(await list(owner)).toHaveLength(2);
  expect(await end(owner, elsewhere.session)).toBe(true);
});
