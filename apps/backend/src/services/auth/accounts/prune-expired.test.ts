import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { pruneExpired } from './prune-expired.ts';
import { RefreshTokenFormat } from '../sessions/refresh-token-format.ts';
import { startAuth, refusal } from '../fixtures/running-auth.ts';

const auth = await startAuth();

const refresh = (token: unknown) =>
  auth.ask('/token?grant_type=refresh_token', { body: { refresh_token: token } });

const tokensOf = async (userId: string) => {
  const rows = await auth.sql<{ token: string }[]>`
    select token from auth.refresh_tokens where user_id = ${userId}`;
  return rows.map(({ token }) => token);
};

const age = (token: string, interval: string) => auth.sql`
  update auth.refresh_tokens set updated_at = updated_at - ${interval}::interval
  where token = ${token}`;

/** Creates an account whose first token is two days old, and was rotated twice this long ago. */
const newRefreshedPerson = async (interval: string) => {
  const person = await auth.newPerson();
  const { session_id: sessionId } = decodeJwt(person.session.access_token);
  const tokens = new RefreshTokenFormat(auth.secrets.factorKey.key);
  const first = tokens.create(String(sessionId), Date.now() - 2 * 24 * 60 * 60 * 1000);
  await auth.sql`
    update auth.refresh_tokens set token = ${first} where user_id = ${person.id}`;
  const { body: next } = await refresh(first);
  const parent = String(next.refresh_token);
  const { body } = await refresh(parent);
  await age(first, interval);
  await age(parent, interval);
  const current = String(body.refresh_token);
  return { ...person, first, parent, current, token: body.access_token };
};

describe('pruning refresh tokens', () => {
  it('deletes tokens that were rotated more than a day ago, but neither the current one nor its parent', async () => {
    const long = await newRefreshedPerson('25 hours');
    const short = await newRefreshedPerson('23 hours');
    await age(long.current, '1 year');
    await pruneExpired(auth.sql);
    expect(await tokensOf(long.id)).toEqual(expect.arrayContaining([long.parent, long.current]));
    expect(await tokensOf(long.id)).toHaveLength(2);
    expect(await tokensOf(short.id)).toHaveLength(3);
    expect((await refresh(long.parent)).body.refresh_token).toBe(long.current);
    expect((await refresh(long.current)).status).toBe(200);
  });

  it('still lets a pruned token that is used again end its session', async () => {
    const { id, first, current, token } = await newRefreshedPerson('25 hours');
    await pruneExpired(auth.sql);
    expect(await tokensOf(id)).not.toContain(first);
    expect(await auth.accepts(String(token))).toBe(true);
    expect(await refresh(first)).toMatchObject(refusal(400, 'refresh_token_already_used'));
    expect(await auth.accepts(String(token))).toBe(false);
    expect((await refresh(current)).body.error_code).toBe('refresh_token_already_used');
  });

  it('does not treat a recent token without a row as stolen', async () => {
    const { session } = await auth.newPerson();
    await auth.sql`
      delete from auth.refresh_tokens where token = ${session.refresh_token}`;
    expect((await refresh(session.refresh_token)).body.error_code).toBe('refresh_token_not_found');
    expect(await auth.accepts(session.access_token)).toBe(true);
  });

  it('leaves tokens of another format, which could not be recognised afterwards', async () => {
    const { id, first } = await newRefreshedPerson('25 hours');
    await auth.sql`
      update auth.refresh_tokens set token = ${'short'} where token = ${first}`;
    await pruneExpired(auth.sql);
    expect(await tokensOf(id)).toContain('short');
    await auth.sql`delete from auth.refresh_tokens where token = 'short'`;
  });
});

it('pruning the audit log deletes entries after 90 days, and those of refreshed sessions after 7', async () => {
  const { sql: admin } = auth;
  const record = async (action: string, days: number) => {
    const id = randomUUID();
    await admin`
      insert into auth.audit_log_entries (id, payload, created_at)
      values (${id}, ${JSON.stringify({ action })}, now() - make_interval(days => ${days}))`;
    return id;
  };
  const gone = [
    await record('login', 91),
    await record('token_refreshed', 91),
    await record('token_refreshed', 8),
  ];
  const kept = [
    await record('login', 89),
    await record('token_refreshed', 6),
    await record('token_revoked', 8),
  ];
  await pruneExpired(admin);
  const rows = await admin<{ id: string }[]>`
    select id from auth.audit_log_entries where id = any (${[...gone, ...kept]}::uuid[])`;
  expect(rows.map(({ id }) => id).sort()).toEqual(kept.toSorted());
});

it('a refresh of a session writes one entry into the audit log', async () => {
  const { id, session } = await auth.newPerson();
  await refresh(session.refresh_token);
  const rows = await auth.sql<{ action: string }[]>`
    select payload ->> 'action' as action from auth.audit_log_entries
    where payload ->> 'actor_id' = ${id} and payload ->> 'log_type' = 'token'`;
  expect([...rows]).toEqual([{ action: 'token_refreshed' }]);
});
