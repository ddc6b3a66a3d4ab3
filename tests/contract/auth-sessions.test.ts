import { isIP } from 'node:net';
import { describe, expect, it } from 'vitest';
import { join, signIn, type Member } from './fixtures/member.ts';
import { visit } from './fixtures/person.ts';
import { openServer } from './fixtures/server.ts';
import {
  tokenAcceptance,
  refusedEverywhere,
  acceptedEverywhere,
} from './fixtures/token-acceptance.ts';

const backend = await openServer();

interface ListedSession {
  readonly id: string;
  readonly is_current: boolean;
  readonly ip: string;
}

const sessionsOf = async ({ client }: Member): Promise<ListedSession[]> => {
  const { data } = await client.rpc('list_sessions').throwOnError();
  return data;
};

const refused = (member: Pick<Member, 'session'>) =>
  expect
    .poll(() => tokenAcceptance(backend, member.session.access_token), { timeout: 10_000 })
    .toEqual(refusedEverywhere);

describe('an account’s sessions', () => {
  it('are listed by the account, which can end one on every service at once', async () => {
    const here = await join(backend);
    const there = await signIn(backend, here);
    expect(await tokenAcceptance(backend, there.session.access_token)).toEqual(acceptedEverywhere);
    const sessions = await sessionsOf(here);
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ is_current }) => is_current)).toHaveLength(1);
    expect(isIP(sessions[0]?.ip ?? '')).not.toBe(0);

    const other = sessions.find(({ is_current }) => !is_current)?.id;
    const { data } = await here.client.rpc('end_session', { session_id: other });
    expect(data).toBe(true);
    await refused(there);
    expect(await tokenAcceptance(backend, here.session.access_token)).toEqual(acceptedEverywhere);
    const { error } = await visit(backend).auth.refreshSession(there.session);
    expect(error).toMatchObject({ code: 'refresh_token_not_found' });
  });

  it('can neither be listed nor ended by another account', async () => {
    const [owner, other] = [await join(backend), await join(backend)];
    const [session] = await sessionsOf(owner);
    const { data } = await other.client.rpc('end_session', { session_id: session?.id });
    expect(data).toBe(false);
    expect(await sessionsOf(other)).toHaveLength(1);
    expect(await tokenAcceptance(backend, owner.session.access_token)).toEqual(acceptedEverywhere);
    const { error, status } = await visit(backend).rpc('list_sessions');
    expect({ code: error?.code, status }).toEqual({ code: '42501', status: 401 });
  });

  it('begin a copy of the account’s data right after signing in; visitors begin none', async () => {
    const member = await join(backend);
    const { data } = await member.client.rpc('begin_export').throwOnError();
    expect(data).toMatchObject({ account_acts: expect.any(Array) });
    const { error, status } = await visit(backend).rpc('begin_export');
    expect({ code: error?.code, status }).toEqual({ code: '42501', status: 401 });
  });

  it('read the same key of the account, which neither an ended session nor another account reads', async () => {
    const here = await join(backend);
    const [there, other] = [await signIn(backend, here), await join(backend)];
    const keyOf = ({ client }: Pick<Member, 'client'>) => client.rpc('own_account_key');
    const { data: key } = await keyOf(here);
    expect(key).toMatch(/^[\w-]{43}$/);
    expect((await keyOf(there)).data).toBe(key);
    expect((await keyOf(other)).data).not.toBe(key);
    expect((await visit(backend).rpc('own_account_key')).status).toBe(401);
    await here.client.auth.signOut({ scope: 'others' });
    await refused(there);
    expect((await keyOf(there)).status).toBe(401);
  });
});
