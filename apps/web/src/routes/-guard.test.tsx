import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeRealtime } from '#test/fake-realtime.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openApp } from '#test/open-page.tsx';
import { rememberSession, SESSION_KEY, sessionOf } from '#test/session.ts';

const profile = {
  'GET /rest/v1/profiles': () =>
    json({ user_id: 'id-of-mira', username: 'mira', avatar_url: null }),
};

it.each([
  '/app',
  '/explore',
  '/record',
  '/notifications',
  '/messages',
  '/bookmarks',
  '/profile',
  '/trending',
  '/settings',
])('a visitor of %s is redirected to /auth', async (path) => {
  fakeBackend({});
  const { router } = await openApp(path);
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
});

it.each([
  ['/app', '/auth'],
  ['/app?tab=hot', '/auth?next=%2Fapp%3Ftab%3Dhot'],
  ['/trending', '/auth?next=%2Ftrending'],
])('a visitor of %s comes back to it from %s', async (path, auth) => {
  fakeBackend({});
  const { router } = await openApp(path);
  await waitFor(() => expect(router.state.location.href).toBe(auth));
});

it('a redirect to /auth replaces the guarded page in the history', async () => {
  fakeBackend({});
  const before = history.length;
  const { router } = await openApp('/settings');
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
  expect(history).toHaveLength(before);
});

it('a guarded page shows Loading while the session is resolved', async () => {
  rememberSession('mira', { expiresIn: -10 });
  const renewal = Promise.withResolvers<Response>();
  fakeBackend({ 'POST /auth/v1/token': () => renewal.promise, ...profile });
  await openApp('/trending');
  expect(await screen.findByText('Loading')).toBeInTheDocument();
  renewal.resolve(json(sessionOf('mira')));
  expect(await screen.findByRole('heading', { name: 'Trending' })).toBeInTheDocument();
});

it('signing out from the account menu leads to /auth, even when the server is down', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  rememberSession('mira');
  fakeBackend({ 'POST /auth/v1/logout': () => json({ message: 'down' }, 500), ...profile });
  const { router, queryClient } = await openApp('/trending');
  await userEvent.click(await screen.findByRole('button', { name: 'Your account' }));
  const profiles = () =>
    queryClient.getQueriesData({ queryKey: ['session', 'profile'] }).filter(([, data]) => data);
  expect(profiles()).toHaveLength(1);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  await waitFor(() => expect(profiles()).toEqual([]));
});

it('a sign-out in another tab leads to /auth', async () => {
  vi.spyOn(console, 'info').mockReturnValue();
  const realtime = fakeRealtime();
  const { access_token } = rememberSession('mira');
  const ended = () => json({ error_code: 'session_not_found', msg: 'Session is gone' }, 403);
  fakeBackend({ ...memberBackend, 'GET /auth/v1/user': ended });
  const { router } = await openApp('/trending');
  // Notifications, their deletions, conversations, news of public drops, and those of others: one that joins later would be
  // refused.
  await waitFor(() => expect(realtime.channels).toHaveLength(5));
  realtime.endSession(access_token);
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  expect(realtime.refusals).toBe(0);
});

it('an unknown path shows that the page was not found', async () => {
  fakeBackend({});
  await openApp('/one/two/three');
  expect(await screen.findByRole('heading', { name: 'Oops! Page not found' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
});

it('/app/profile redirects to /profile', async () => {
  rememberSession('mira');
  fakeBackend(profile);
  const { router } = await openApp('/app/profile');
  await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
});

it.each(['https://elsewhere.example/x', '//elsewhere.example/x', 'javascript:alert(1)'])(
  'a member at /auth is led to the feed, not to %s',
  async (next) => {
    rememberSession('mira');
    fakeBackend({ ...profile, 'GET /rest/v1/voice_drops': () => json([]) });
    const { router } = await openApp(`/auth?next=${encodeURIComponent(next)}`);
    await waitFor(() => expect(router.state.location.href).toBe('/app'));
  },
);

it('a member at /auth is led to the requested page of this site', async () => {
  rememberSession('mira');
  fakeBackend(profile);
  const { router } = await openApp('/auth?next=%2Ftrending');
  await waitFor(() => expect(router.state.location.href).toBe('/trending'));
});
