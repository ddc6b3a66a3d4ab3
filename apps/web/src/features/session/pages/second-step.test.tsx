import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openPage } from '#test/open-page.tsx';
import { factorOf, rememberSession, SESSION_KEY, sessionOf } from '#test/session.ts';

const app = factorOf('totp', 'App');
const phone = factorOf('phone', 'Phone');
const wrong = () =>
  json({ error_code: 'mfa_verification_failed', msg: 'Invalid TOTP code entered' }, 422);

/** The server's responses for the account and for a factor's challenge. */
const accountWith = (...factors: (typeof app)[]) => ({
  ...memberBackend,
  'GET /auth/v1/user': () => json(sessionOf('mira', { factors }).user),
  'POST /auth/v1/factors/factor-App/challenge': () => json({ id: 'challenge', type: 'totp' }),
  'POST /auth/v1/factors/factor-Phone/challenge': () => json({ id: 'sms', type: 'phone' }),
});

const fullSession = (...factors: (typeof app)[]) =>
  json(sessionOf('mira', { aal: 'aal2', factors }));

it('asks for the code right after the password, and then opens the next page', async () => {
  const { requests } = fakeBackend({
    ...accountWith(app),
    'POST /auth/v1/token': () => json(sessionOf('mira', { factors: [app] })),
    'POST /auth/v1/factors/factor-App/verify': () => fullSession(app),
  });
  const { router } = await openPage('/trending');
  await userEvent.type(await screen.findByLabelText('Email'), 'mira@example.org');
  await userEvent.type(screen.getByLabelText('Password'), 'quiet words{Enter}');
  const code = await screen.findByLabelText('Code from your authenticator app');
  expect(router.state.location.pathname).toBe('/auth/second-step');
  expect(code).toHaveFocus();
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  expect(screen.queryByText('Welcome back!')).not.toBeInTheDocument();
  expect(requests.filter(({ url }) => url.includes('/rest/v1/'))).toEqual([]);

  await userEvent.click(code);
  await userEvent.paste('123 456');
  await waitFor(() => expect(router.state.location.pathname).toBe('/trending'));
  const verify = requests.find(({ url }) => url.endsWith('/verify'));
  expect(await verify?.json()).toEqual({ code: '123456', challenge_id: 'challenge' });
});

it('a session without its second factor stays on this page after a reload and on every protected page', async () => {
  rememberSession('mira', { factors: [app] });
  fakeBackend(accountWith(app));
  const { router } = await openPage('/settings');
  expect(await screen.findByRole('heading', { name: 'One more step' })).toBeInTheDocument();
  expect(router.state.location.search).toEqual({ next: '/settings' });
  await router.navigate({ to: '/auth' });
  expect(router.state.location.pathname).toBe('/auth/second-step');
});

it('a session with its second factor leaves this page for the next', async () => {
  rememberSession('mira', { aal: 'aal2', factors: [app] });
  fakeBackend(accountWith(app));
  const { router } = await openPage('/auth/second-step?next=%2Ftrending');
  await waitFor(() => expect(router.state.location.pathname).toBe('/trending'));
});

it('a wrong code clears the field and shows an error', async () => {
  rememberSession('mira', { factors: [app] });
  fakeBackend({ ...accountWith(app), 'POST /auth/v1/factors/factor-App/verify': wrong });
  await openPage('/auth/second-step');
  const code = await screen.findByLabelText('Code from your authenticator app');
  await userEvent.type(code, '12345{Enter}');
  expect(screen.getByText('The code has 6 digits')).toBeInTheDocument();
  await userEvent.type(code, '6');
  expect(
    await screen.findByText('That code is not right. Try the newest one.'),
  ).toBeInTheDocument();
  expect(code).toHaveValue('');
  expect(code).toBeInvalid();
  expect(code).toHaveFocus();
});

it('sends a code to a phone on request, and another one on request', async () => {
  rememberSession('mira', { factors: [app, phone] });
  const { requests } = fakeBackend({
    ...accountWith(app, phone),
    'POST /auth/v1/factors/factor-Phone/verify': () => fullSession(app, phone),
  });
  const { router } = await openPage('/auth/second-step?next=%2Ftrending');
  await userEvent.click(await screen.findByRole('radio', { name: 'Phone' }));
  expect(requests.some(({ url }) => url.endsWith('/challenge'))).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Send a code to my phone' }));
  const code = await screen.findByLabelText('Code from the message');
  expect(screen.getByRole('button', { name: /^Send again in/ })).toBeDisabled();
  await userEvent.type(code, '654321');
  await waitFor(() => expect(router.state.location.pathname).toBe('/trending'));
  const verify = requests.find(({ url }) => url.endsWith('/verify'));
  expect(await verify?.json()).toEqual({ code: '654321', challenge_id: 'sms' });
});

it('shows why the factors could not be loaded, and retries on request', async () => {
  rememberSession('mira', { factors: [app] });
  const answers = accountWith(app);
  const failure = { error_code: 'unexpected_failure', msg: 'Out for a walk' };
  answers['GET /auth/v1/user'] = () => json(failure, 400);
  fakeBackend(answers);
  await openPage('/auth/second-step');
  expect(await screen.findByText('Out for a walk')).toBeInTheDocument();
  Object.assign(answers, accountWith(app));
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByLabelText('Code from your authenticator app')).toBeInTheDocument();
});

it('a user who leaves is signed out here only, not in their other sessions', async () => {
  rememberSession('mira', { factors: [app] });
  const { requests } = fakeBackend({
    ...accountWith(app),
    'POST /auth/v1/logout': () => new Response(null, { status: 204 }),
  });
  const { router } = await openPage('/auth/second-step');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in as someone else' }));
  expect(await screen.findByLabelText('Email')).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/auth');
  const logout = requests.find(({ url }) => url.includes('/logout'));
  expect(new URL(logout?.url ?? '').search).toBe('?scope=local');
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
});

it('a recovery code and the password sign a user in without the factor, and open the settings', async () => {
  rememberSession('mira', { factors: [app] });
  let hasPassword = false;
  const { requests } = fakeBackend({
    ...accountWith(app),
    'POST /rest/v1/rpc/recovery_state': () =>
      json({ codes: null, recovered_at: null, decided_from: null }),
    'POST /functions/v1/recover-factor': () =>
      hasPassword
        ? json({ success: true })
        : json({ code: 'reauthentication_needed', message: 'Sign in again.' }, 403),
    'POST /auth/v1/token': (request) => {
      hasPassword = true;
      const isRefresh = request.url.includes('grant_type=refresh_token');
      // The token of another time is another one.
      return json(
        sessionOf('mira', isRefresh ? { factors: [], expiresIn: 7200 } : { factors: [app] }),
      );
    },
  });
  const { router } = await openPage('/auth/second-step?next=%2Ftrending');
  await userEvent.click(await screen.findByRole('button', { name: 'I lost my second factor' }));
  const code = await screen.findByLabelText('Recovery code');
  await userEvent.type(code, '{Enter}');
  expect(code).toHaveAccessibleDescription('Please enter a recovery code');
  await userEvent.type(code, '7k2m-9xqp-4hzt-w3ne{Enter}');
  const password = await screen.findByLabelText('Password');
  await waitFor(() => expect(password).toHaveFocus());
  expect(password).toHaveAccessibleDescription('Your password once more, please.');
  await userEvent.type(password, 'quiet words{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings'));
  const used = requests.findLast(({ url }) => url.endsWith('/recover-factor'));
  expect(await used?.json()).toEqual({ code: '7k2m-9xqp-4hzt-w3ne' });
});

it.each([
  [true, /three mails, each with a link/, /The mails that we send until then/],
  [false, /^((?!mails).)*$/, /Signing in with the factor cancels it/],
])(
  'a user who has no recovery code either asks staff, and sees when they decide (mails: %s)',
  async (sendsMail, before, after) => {
    rememberSession('mira', { factors: [app] });
    let from: string | null = null;
    const { requests } = fakeBackend({
      ...accountWith(app),
      'POST /rest/v1/rpc/recovery_state': () =>
        json({ codes: null, recovered_at: null, decided_from: from }),
      'GET /functions/v1/push': () => json({ sendsMail }),
      'POST /rest/v1/rpc/request_factor_removal': () => {
        from = '2026-12-01T12:00:00Z';
        return json(from);
      },
    });
    await openPage('/auth/second-step');
    await userEvent.click(await screen.findByRole('button', { name: 'I lost my second factor' }));
    await userEvent.click(await screen.findByRole('button', { name: 'I lost both' }));
    await waitFor(() =>
      expect(screen.getByText(/Our team can remove your second factor/)).toHaveTextContent(before),
    );
    await userEvent.type(await screen.findByLabelText('What should we know?'), 'It was stolen');
    await userEvent.click(screen.getByRole('button', { name: 'Ask to remove it' }));
    expect(await screen.findByText(/We decide on December 1, 2026/)).toHaveTextContent(after);
    expect(screen.queryByRole('button', { name: 'I lost both' })).not.toBeInTheDocument();
    const asked = requests.find(({ url }) => url.endsWith('/request_factor_removal'));
    expect(await asked?.json()).toEqual({ words: 'It was stolen' });
  },
);
