import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openPage } from '#test/open-page.tsx';
import { factorOf, rememberSession, SESSION_KEY, sessionOf } from '#test/session.ts';

const mailed = { 'POST /auth/v1/recover': () => json({}) };
const { user } = sessionOf('mira');

async function askForMail() {
  await userEvent.type(await screen.findByLabelText('Email'), 'mira@example.org{Enter}');
  return screen.findByLabelText('Code from the mail');
}

it('a user requests a recovery mail, and the page does not reveal whether the account exists', async () => {
  const { requests } = fakeBackend(mailed);
  await openPage('/auth');
  await userEvent.click(await screen.findByRole('link', { name: 'Forgot password?' }));
  await screen.findByRole('heading', { name: 'Forgot your password?' });
  expect(await askForMail()).toHaveFocus();
  expect(screen.getByText(/^If/)).toHaveTextContent('If mira@example.org has an account here');
  const recover = requests.find(({ url }) => url.includes('/recover'));
  expect(new URL(recover?.url ?? '').searchParams.get('redirect_to')).toBe(
    `${location.origin}/auth/reset-password`,
  );
  expect(await recover?.json()).toMatchObject({
    email: 'mira@example.org',
    code_challenge_method: 's256',
  });
});

it('refuses an invalid email address and focuses the field', async () => {
  fakeBackend({});
  await openPage('/auth/forgot-password');
  const email = await screen.findByLabelText('Email');
  await userEvent.type(email, 'mira{Enter}');
  expect(screen.getByText('Please enter a valid email address')).toBeInTheDocument();
  expect(email).toHaveFocus();
});

it('shows an error when too many mails were requested', async () => {
  fakeBackend({
    'POST /auth/v1/recover': () =>
      json({ error_code: 'over_email_send_rate_limit', msg: 'after 42 seconds' }, 429),
  });
  await openPage('/auth/forgot-password');
  await userEvent.type(await screen.findByLabelText('Email'), 'mira@example.org{Enter}');
  expect(await screen.findByText(/Please wait a minute/)).toBeInTheDocument();
});

it('a user enters the mail’s code and a new password, and lands on the feed', async () => {
  const { requests } = fakeBackend({
    ...memberBackend,
    ...mailed,
    'POST /auth/v1/verify': () => json(sessionOf('mira')),
    'PUT /auth/v1/user': () => json(user),
  });
  const { router } = await openPage('/auth/forgot-password');
  await userEvent.type(await askForMail(), '123456');
  await userEvent.type(await screen.findByLabelText('New password'), 'louder words{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/app'));
  expect(await screen.findByText('Your password is changed')).toBeInTheDocument();
  const sent = async (path: string) =>
    requests.find(({ url }) => new URL(url).pathname.endsWith(path))?.json();
  expect(await sent('/verify')).toMatchObject({ type: 'recovery', token: '123456' });
  expect(await sent('/user')).toMatchObject({ password: 'louder words' });
});

it('a user follows the mail’s link, and its code is removed from the address at once', async () => {
  localStorage.setItem(`${SESSION_KEY}-code-verifier`, '"verifier/recovery"');
  const { requests } = fakeBackend({
    ...memberBackend,
    'POST /auth/v1/token': () => json(sessionOf('mira')),
  });
  const { router } = await openPage('/auth/reset-password?code=c0de');
  expect(location.search).toBe('');
  expect(await screen.findByLabelText('New password')).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/auth/reset-password');
  expect(await requests[0]?.json()).toEqual({ auth_code: 'c0de', code_verifier: 'verifier' });
});

it('an account with a second factor needs its code before a new password', async () => {
  rememberSession('mira', { factors: [factorOf('totp', 'App')] });
  fakeBackend({ 'GET /auth/v1/user': () => json(user) });
  const { router } = await openPage('/auth/reset-password');
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth/second-step'));
  expect(router.state.location.search).toEqual({ next: '/auth/reset-password' });
});

it.each([
  ['#error=access_denied&error_code=otp_expired', 'This link has expired'],
  ['?code=c0de', 'Another browser asked for this'],
  ['', 'First, a mail'],
])(
  'explains why the link %j cannot set a password, and offers a new mail',
  async (carried, heading) => {
    fakeBackend({});
    await openPage(`/auth/reset-password${carried}`);
    const title = await screen.findByRole('heading', { name: heading });
    await waitFor(() => expect(title).toHaveFocus());
    await userEvent.click(screen.getByRole('link', { name: 'Send me a new mail' }));
    expect(await screen.findByLabelText('Email')).toBeInTheDocument();
  },
);

it('shows the problem with a password below its field', async () => {
  rememberSession('mira');
  fakeBackend({
    'PUT /auth/v1/user': () => json({ error_code: 'same_password', msg: 'the same' }, 422),
  });
  await openPage('/auth/reset-password');
  const password = await screen.findByLabelText('New password');
  await userEvent.type(password, 'short{Enter}');
  expect(screen.getByText('Password must be at least 8 characters long')).toBeInTheDocument();
  await userEvent.type(password, ' no longer{Enter}');
  expect(await screen.findByText(/That is your password already/)).toBeInTheDocument();
  expect(password).toHaveFocus();
});

it('asks for a code when the server requires reauthentication, and submits it with the password', async () => {
  rememberSession('mira');
  const bodies: unknown[] = [];
  fakeBackend({
    ...memberBackend,
    'PUT /auth/v1/user': async (request) => {
      const body: object = await request.json();
      bodies.push(body);
      return 'nonce' in body
        ? json(user)
        : json({ error_code: 'reauthentication_needed', msg: 'who are you' }, 400);
    },
    'GET /auth/v1/reauthenticate': () => json({}),
  });
  const { router } = await openPage('/auth/reset-password');
  await userEvent.type(await screen.findByLabelText('New password'), 'louder words{Enter}');
  await userEvent.type(await screen.findByLabelText('Code from the mail'), '123456');
  await waitFor(() => expect(router.state.location.pathname).toBe('/app'));
  expect(bodies.at(-1)).toMatchObject({ password: 'louder words', nonce: '123456' });
});
