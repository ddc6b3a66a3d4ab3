import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession, SESSION_KEY, sessionOf } from '#test/session.ts';

const providers = {
  'GET /auth/v1/settings': () => json({ external: { github: true, google: false, email: true } }),
};
const signedIn = { 'POST /auth/v1/token': () => json(sessionOf('mira')) };
const storeVerifier = () => localStorage.setItem(`${SESSION_KEY}-code-verifier`, '"verifier"');

it('offers the enabled sign-in providers and passes on the page first opened', async () => {
  fakeBackend(providers);
  const { app } = await openPage('/settings');
  const redirect = vi.spyOn(app, 'redirect').mockReturnValue();
  const button = await screen.findByRole('button', { name: 'Continue with GitHub' });
  expect(screen.queryByRole('button', { name: /Google|Email/ })).not.toBeInTheDocument();
  await userEvent.click(button);
  await waitFor(() => expect(redirect).toHaveBeenCalledOnce());
  const url = new URL(String(redirect.mock.calls[0]?.[0]));
  expect(url.pathname).toBe('/auth/v1/authorize');
  expect(url.searchParams.get('provider')).toBe('github');
  expect(url.searchParams.get('code_challenge_method')).toBe('s256');
  expect(url.searchParams.get('redirect_to')).toBe(
    `${location.origin}/auth/callback?next=%2Fsettings`,
  );
});

it('a user who returns with a code is signed in and lands on the next page', async () => {
  storeVerifier();
  fakeBackend({ ...memberBackend, ...signedIn });
  const { router } = await openPage('/auth/callback?next=%2Ftrending&code=c0de');
  await waitFor(() => expect(router.state.location.pathname).toBe('/trending'));
});

it.each([
  ['&error=access_denied&error_description=No', 'You turned back'],
  ['&error=server_error&error_code=bad_oauth_state', 'That took too long'],
  [
    '#error=server_error&error_code=unexpected_failure&error_description=Lightning',
    'That did not work',
  ],
  ['&code=c0de', 'Almost there'],
])('explains the callback result %j and offers to sign in', async (carried, heading) => {
  fakeBackend(providers);
  const { router } = await openPage(`/auth/callback?next=%2Fsettings${carried}`);
  const title = await screen.findByRole('heading', { name: heading });
  await waitFor(() => expect(title).toHaveFocus());
  await userEvent.click(screen.getByRole('link', { name: 'Go to sign in' }));
  expect(await screen.findByLabelText('Email')).toBeInTheDocument();
  expect(router.state.location.search).toEqual({ next: '/settings' });
});

it('shows the server’s message for an unknown error', async () => {
  fakeBackend({});
  await openPage('/auth/callback#error=server_error&error_description=Lightning+struck');
  expect(await screen.findByText('Lightning struck')).toBeInTheDocument();
});

it('explains why a code could not be exchanged', async () => {
  storeVerifier();
  fakeBackend({
    'POST /auth/v1/token': () => json({ error_code: 'flow_state_expired', msg: 'old' }, 422),
  });
  await openPage('/auth/callback?code=c0de');
  expect(await screen.findByRole('heading', { name: 'That took too long' })).toBeInTheDocument();
});

it('a signed-in user sees what is still to be confirmed, and continues', async () => {
  rememberSession('mira');
  fakeBackend(memberBackend);
  const { router } = await openPage(
    '/auth/callback?next=%2Ftrending#message=Now+the+other+mailbox',
  );
  expect(await screen.findByText('Now the other mailbox')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/trending'));
});

it('refreshes the session after a change of address was confirmed', async () => {
  rememberSession('mira');
  const { requests } = fakeBackend({ ...memberBackend, ...signedIn });
  const { router } = await openPage('/auth/callback?next=%2Ftrending&code=c0de');
  await waitFor(() => expect(router.state.location.pathname).toBe('/trending'));
  expect(requests.map(({ url }) => new URL(url).search)).toContain('?grant_type=refresh_token');
});

it('asks a new user for a username, and lets them postpone the choice', async () => {
  storeVerifier();
  const profile: { username: string | null } = { username: null };
  const { requests } = fakeBackend({
    ...memberBackend,
    ...signedIn,
    'GET /rest/v1/profiles': () => json({ user_id: 'id-of-mira', avatar_url: null, ...profile }),
    'POST /rest/v1/rpc/check_username_available': () => json(true),
    'PATCH /rest/v1/profiles': () => {
      profile.username = 'mira';
      return json({ username: 'mira' });
    },
  });
  const { router } = await openPage('/auth/callback?next=%2Ftrending&code=c0de');
  const username = await screen.findByLabelText('Username');
  expect(screen.getByRole('button', { name: 'Later' })).toBeInTheDocument();
  await userEvent.type(username, 'mira');
  await screen.findByText('Username is available!');
  await userEvent.click(screen.getByRole('button', { name: 'Take this name' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/trending'));
  const saved = requests.find(({ method }) => method === 'PATCH');
  expect(new URL(saved?.url ?? '').searchParams.get('user_id')).toBe('eq.id-of-mira');
  expect(await saved?.json()).toEqual({ username: 'mira' });
});
