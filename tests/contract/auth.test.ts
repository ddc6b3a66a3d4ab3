import { describe, expect, it } from 'vitest';
import { join, newUsername, signIn } from './fixtures/member.ts';
import { visit } from './fixtures/person.ts';
import { openServer } from './fixtures/server.ts';
import {
  tokenAcceptance,
  refusedEverywhere,
  acceptedEverywhere,
} from './fixtures/token-acceptance.ts';

const backend = await openServer();

describe('an account', () => {
  it('is created with its profile, and signs in again', async () => {
    const member = await join(backend);
    const { data } = await member.client
      .from('profiles')
      .select('username, user_id')
      .eq('user_id', member.session.user.id)
      .single();
    expect(data).toEqual({ username: member.username, user_id: member.session.user.id });
    const again = await signIn(backend, member);
    expect(again.session.user.id).toBe(member.session.user.id);
  });

  it('does not store the code of an invitation, which comes as its data', async () => {
    const client = visit(backend);
    const username = newUsername();
    const { data } = await client.auth.signUp({
      email: `${username}@example.com`,
      password: 'correct horse battery',
      options: { data: { username, invitation: 'AAAA-BBBB-CCCC-DDDD' } },
    });
    const known = await client.auth.getUser();
    for (const user of [data.user, known.data.user]) {
      expect(user).toMatchObject({ user_metadata: { username } });
      expect(JSON.stringify(user)).not.toContain('AAAA');
    }
  });

  it('cannot have a username that is taken in any case, and the error names the reason', async () => {
    const { username } = await join(backend);
    const email = `${newUsername()}@example.com`;
    const password = 'correct horse battery';
    const client = visit(backend);
    const available = await client.rpc('check_username_available', {
      username_to_check: username.toUpperCase(),
      current_user_id: null,
    });
    expect(available.data).toBe(false);
    const attempt = (name: string) =>
      client.auth.signUp({ email, password, options: { data: { username: name } } });
    const { data, error } = await attempt(username.toUpperCase());
    expect(error).toMatchObject({ message: 'This username is already taken', status: 409 });
    expect(data).toEqual({ user: null, session: null });
    // The refused attempt has left no account that would block this one.
    expect((await attempt(newUsername())).error).toBeNull();
  });

  it('refuses a wrong password', async () => {
    const { email } = await join(backend);
    const attempt = (who: string) =>
      visit(backend).auth.signInWithPassword({ email: who, password: 'wrong horse battery' });
    for (const who of [email, 'unknown@example.com']) {
      expect((await attempt(who)).error).toMatchObject({
        code: 'invalid_credentials',
        message: 'Invalid login credentials',
        status: 400,
      });
    }
  });

  it('changes its data and its password', async () => {
    const member = await join(backend);
    const elsewhere = await signIn(backend, member);
    const { data } = await member.client.auth.updateUser({ data: { colour: 'teal' } });
    expect(data.user?.user_metadata).toMatchObject({
      colour: 'teal',
      username: member.username,
    });
    const change = await member.client.auth.updateUser({ password: 'another horse battery' });
    expect(change.error).toBeNull();
    expect(await tokenAcceptance(backend, elsewhere.session.access_token)).toEqual(
      refusedEverywhere,
    );
    expect(await tokenAcceptance(backend, member.session.access_token)).toEqual(acceptedEverywhere);
    await expect(signIn(backend, member)).rejects.toMatchObject({ code: 'invalid_credentials' });
  });
});

describe('a session', () => {
  it('is accepted by every service, and verified by auth-js without the server', async () => {
    const { client, session } = await join(backend);
    expect(await tokenAcceptance(backend, session.access_token)).toEqual(acceptedEverywhere);
    const { data } = await client.auth.getClaims();
    expect(data?.claims).toMatchObject({
      sub: session.user.id,
      iss: `${backend.url}/auth/v1`,
      role: 'authenticated',
      aal: 'aal1',
    });
  });

  it.each([
    ['global', refusedEverywhere, refusedEverywhere],
    ['local', refusedEverywhere, acceptedEverywhere],
    ['others', acceptedEverywhere, refusedEverywhere],
  ] as const)(
    'is refused by every service at once after a sign-out with scope %s',
    async (scope, expectedHere, expectedThere) => {
      const here = await join(backend);
      const there = await signIn(backend, here);
      expect(await tokenAcceptance(backend, here.session.access_token)).toEqual(acceptedEverywhere);
      expect(await tokenAcceptance(backend, there.session.access_token)).toEqual(
        acceptedEverywhere,
      );
      expect(await here.client.auth.signOut({ scope })).toEqual({ error: null });
      expect(await tokenAcceptance(backend, here.session.access_token)).toEqual(expectedHere);
      expect(await tokenAcceptance(backend, there.session.access_token)).toEqual(expectedThere);
    },
  );

  it('is refreshed, also by several tabs at once', async () => {
    const { session } = await join(backend);
    const tabs = await Promise.all(
      [visit(backend), visit(backend), visit(backend)].map((tab) =>
        tab.auth.refreshSession({ refresh_token: session.refresh_token }),
      ),
    );
    expect(tabs.map(({ error }) => error)).toEqual([null, null, null]);
    expect(new Set(tabs.map(({ data }) => data.session?.refresh_token)).size).toBe(1);
    expect(await tokenAcceptance(backend, tabs[0]!.data.session!.access_token)).toEqual(
      acceptedEverywhere,
    );
  });
});
