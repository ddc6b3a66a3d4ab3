// The session handling of supabase-js itself: storage, events, refreshing.
import type { AuthChangeEvent } from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import { join } from './fixtures/member.ts';
import { visit } from './fixtures/person.ts';
import { openServer } from './fixtures/server.ts';

const backend = await openServer();

describe('a session', () => {
  it('is kept by the client, and getUser returns its account', async () => {
    const { client, session } = await join(backend);
    expect((await client.auth.getSession()).data.session).toMatchObject({
      access_token: session.access_token,
      refresh_token: expect.any(String),
      expires_at: expect.any(Number),
      user: { id: session.user.id },
    });
    const { data, error } = await client.auth.getUser();
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id: session.user.id, email: session.user.email });
    expect((await visit(backend).auth.getSession()).data.session).toBeNull();
  });

  it('is reported by onAuthStateChange when it is signed in, refreshed, changed and signed out', async () => {
    const { email } = await join(backend);
    const client = visit(backend);
    const events: AuthChangeEvent[] = [];
    const { data } = client.auth.onAuthStateChange((event) => void events.push(event));
    await client.auth.signInWithPassword({ email, password: 'correct horse battery' });
    await client.auth.refreshSession();
    await client.auth.updateUser({ data: { colour: 'teal' } });
    await client.auth.signOut();
    data.subscription.unsubscribe();
    expect(events.filter((event) => event !== 'INITIAL_SESSION')).toEqual([
      'SIGNED_IN',
      'TOKEN_REFRESHED',
      'USER_UPDATED',
      'SIGNED_OUT',
    ]);
  });

  it('is adopted by another client, which refreshes it when it has expired', async () => {
    const { session } = await join(backend);
    const client = visit(backend);
    const { data } = await client.auth.setSession(session);
    expect(data.user?.id).toBe(session.user.id);

    const late = visit(backend);
    const payload = Buffer.from(
      JSON.stringify({ exp: Math.floor(Date.now() / 1000) - 1 }),
    ).toString('base64url');
    const expired = session.access_token.replace(/\..*\./, `.${payload}.`);
    const renewed = await late.auth.setSession({ ...session, access_token: expired });
    expect(renewed.error).toBeNull();
    expect(renewed.data.session?.user.id).toBe(session.user.id);
  });

  it('is refreshed on request, and not early by the timer', async () => {
    const { client, session } = await join(backend);
    await client.auth.startAutoRefresh();
    await client.auth.stopAutoRefresh();
    // Nothing was due, so the session is unchanged.
    expect((await client.auth.getSession()).data.session?.refresh_token).toBe(
      session.refresh_token,
    );
    expect((await client.auth.refreshSession()).data.session?.refresh_token).not.toBe(
      session.refresh_token,
    );
  });

  it('is returned by the sign-up, also when a redirect address is given', async () => {
    const client = visit(backend);
    const username = `somebody${backend.nameSuffix}`;
    const { data, error } = await client.auth.signUp({
      email: `${username}@example.com`,
      password: 'correct horse battery',
      options: { emailRedirectTo: `${backend.url}/app`, data: { username } },
    });
    expect(error).toBeNull();
    expect(data.session?.user.user_metadata).toMatchObject({ username });
  });
});
