import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { matchMedia } from '#test/match-media.ts';
import { openPage } from '#test/open-page.tsx';
import { testSettings } from '#test/test-app.ts';
import { rememberSession, SESSION_KEY, sessionOf } from '#test/session.ts';

const available = { 'POST /rest/v1/rpc/check_username_available': () => json(true) };
const profile = {
  'GET /rest/v1/profiles': () =>
    json({ user_id: 'id-of-mira', username: 'mira', avatar_url: null }),
};

const field = (name: string) => screen.findByLabelText(name);
const button = (name: string) => screen.getByRole('button', { name });

async function fillIn(values: Record<string, string>) {
  for (const [name, value] of Object.entries(values))
    await userEvent.type(await field(name), value);
}

it('a user signs in, sees a toast, and lands on the feed', async () => {
  const { requests } = fakeBackend({
    'POST /auth/v1/token': () => json(sessionOf('mira')),
    ...profile,
  });
  const { router } = await openPage('/auth');
  // With a combining accent, as macOS has them in some fields.
  await fillIn({ Email: ' mira@example.org', Password: 'quiet wo\u0308rds{Enter}' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/app'));
  expect(await screen.findByText('Welcome back!')).toBeInTheDocument();
  const signIn = requests.find(({ url }) => url.includes('/token'));
  expect(await signIn?.json()).toMatchObject({
    email: 'mira@example.org',
    password: 'quiet w\u00F6rds',
  });
});

it('a visitor who signs in lands on the page they first opened', async () => {
  fakeBackend({ 'POST /auth/v1/token': () => json(sessionOf('mira')), ...profile });
  const { router } = await openPage('/settings');
  await fillIn({ Email: 'mira@example.org', Password: 'quiet words{Enter}' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings'));
});

it('shows why the server refuses a sign-in', async () => {
  fakeBackend({
    'POST /auth/v1/token': () =>
      json({ error_code: 'invalid_credentials', msg: 'Invalid login credentials' }, 400),
  });
  await openPage('/auth');
  await fillIn({ Email: 'mira@example.org', Password: 'wrong{Enter}' });
  expect(await screen.findByText('Sign in failed')).toBeInTheDocument();
  // Once, above the button until the next attempt.
  expect(screen.getByText('Invalid login credentials')).toBeInTheDocument();
});

it.each([
  ['/auth', 'Email'],
  ['/auth?tab=sign-up', 'Username'],
])('%s focuses the field %s on a device with a keyboard', async (path, name) => {
  fakeBackend({});
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.defineProperty(matchMedia(query), 'matches', { value: query.includes('pointer: fine') }),
  );
  await openPage(path);
  const first = await field(name);
  await waitFor(() => expect(first).toHaveFocus());
});

it('focuses the heading on a device with an on-screen keyboard', async () => {
  fakeBackend({});
  await openPage('/auth');
  const heading = await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(heading).toHaveFocus());
});

it('a form with an empty field asks for all fields and focuses the first empty one', async () => {
  fakeBackend({});
  await openPage('/auth');
  await fillIn({ Email: 'mira@example.org{Enter}' });
  const empty = await field('Password');
  await waitFor(() => expect(empty).toHaveAccessibleDescription('Please fill in all fields'));
  expect(empty).toHaveFocus();
  expect(empty).toBeInvalid();
  // Once, at the field until it is changed.
  expect(screen.getByText('Please fill in all fields')).toBeInTheDocument();
  await userEvent.type(empty, 'q');
  expect(empty).toBeValid();
});

it('a new user creates an account with a username and is welcomed', async () => {
  const { requests } = fakeBackend({
    ...available,
    'POST /auth/v1/signup': () => json(sessionOf('mira')),
    ...profile,
  });
  const { router } = await openPage('/auth?tab=sign-up');
  await fillIn({ Username: 'mira', Email: 'mira@example.org', Password: 'quiet words' });
  expect(await screen.findByText('Username is available!')).toBeInTheDocument();
  expect(
    screen.getByText('By continuing, you agree to the terms of service and privacy policy.'),
  ).toBeInTheDocument();
  await userEvent.click(button('Sign Up'));
  expect(await screen.findByText('Welcome to Undertone!')).toBeInTheDocument();
  expect(screen.getByText('Your account has been created successfully')).toBeInTheDocument();
  await waitFor(() => expect(router.state.location.pathname).toBe('/app'));
  const signUp = requests.find(({ url }) => url.includes('/signup'));
  expect(await signUp?.json()).toMatchObject({ data: { username: 'mira' } });
});

it('checks a username when typing pauses, but not one that is too short', async () => {
  const { requests } = fakeBackend(available);
  await openPage('/auth?tab=sign-up');
  const username = await field('Username');
  fireEvent.change(username, { target: { value: 'mi' } });
  expect(screen.getByText('Username must be at least 3 characters')).toBeInTheDocument();
  fireEvent.change(username, { target: { value: 'mir' } });
  fireEvent.change(username, { target: { value: 'mira' } });
  expect(button('Sign Up')).toBeDisabled();
  const checks = () => requests.filter(({ url }) => url.includes('/check_username_available'));
  expect(checks()).toHaveLength(0);
  await screen.findByText('Username is available!');
  expect(button('Sign Up')).toBeEnabled();
  expect(checks()).toHaveLength(1);
  expect(await checks()[0]?.json()).toEqual({ username_to_check: 'mira' });
});

it.each([
  ['is taken', () => json(false)],
  ['cannot be checked', () => json({ message: 'down' }, 500)],
])('keeps the button disabled for a username that %s', async (_what, answer) => {
  fakeBackend({ 'POST /rest/v1/rpc/check_username_available': answer });
  await openPage('/auth?tab=sign-up');
  await fillIn({ Username: 'mira' });
  expect(await screen.findByText('This username is already taken')).toBeInTheDocument();
  expect(await field('Username')).toBeInvalid();
  expect(button('Sign Up')).toBeDisabled();
});

it('refuses a username that is too short when the form is submitted', async () => {
  fakeBackend({});
  await openPage('/auth?tab=sign-up');
  await fillIn({ Username: 'mi', Email: 'mira@example.org', Password: 'quiet words{Enter}' });
  expect(await screen.findByText('Invalid username')).toBeInTheDocument();
  const username = await field('Username');
  expect(username).toHaveAccessibleDescription('Username must be at least 3 characters long');
  expect(username).toBeInvalid();
  expect(username).toHaveFocus();
  await userEvent.type(username, 'ra');
  expect(username).toBeValid();
});

it('notices a username that was taken between the check and the sign-up', async () => {
  const answers = [json(true), json(false)];
  fakeBackend({
    'POST /rest/v1/rpc/check_username_available': () => answers.shift() ?? json(false),
  });
  await openPage('/auth?tab=sign-up');
  await fillIn({ Username: 'mira', Email: 'mira@example.org', Password: 'quiet words' });
  await screen.findByText('Username is available!');
  await userEvent.click(button('Sign Up'));
  expect(await screen.findByText('Username not available')).toBeInTheDocument();
  expect(await field('Username')).toHaveAccessibleDescription(
    'This username is already taken. Please choose another one.',
  );
});

it('shows why the server refuses a sign-up', async () => {
  fakeBackend({
    ...available,
    'POST /auth/v1/signup': () =>
      json({ error_code: 'user_already_exists', msg: 'User already registered' }, 422),
  });
  await openPage('/auth?tab=sign-up');
  await fillIn({ Username: 'mira', Email: 'mira@example.org', Password: 'quiet words' });
  await screen.findByText('Username is available!');
  await userEvent.click(button('Sign Up'));
  expect(await screen.findByText('Sign up failed')).toBeInTheDocument();
  expect(screen.getByText('User already registered')).toBeInTheDocument();
});

it('a signed-in user who opens the sign-in page is sent to the feed', async () => {
  rememberSession('mira');
  fakeBackend(profile);
  const { router } = await openPage('/auth');
  await waitFor(() => expect(router.state.location.pathname).toBe('/app'));
});

const confirmation = { 'POST /auth/v1/signup': () => json({ ...sessionOf('mira').user }) };

it('a new user whose address must be confirmed can do so by link or code', async () => {
  const { requests } = fakeBackend({
    ...available,
    ...confirmation,
    ...profile,
    'POST /auth/v1/verify': () => json(sessionOf('mira')),
  });
  const { router } = await openPage('/auth?tab=sign-up');
  await fillIn({ Username: 'mira', Email: 'mira@example.org', Password: 'quiet words' });
  await screen.findByText('Username is available!');
  await userEvent.click(button('Sign Up'));
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: /^Send again in/ })).toBeDisabled();
  await fillIn({ 'Code from the mail': '123456' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/app'));
  const verify = requests.find(({ url }) => url.includes('/verify'));
  expect(await verify?.json()).toMatchObject({
    email: 'mira@example.org',
    token: '123456',
    type: 'email',
  });
});

it('a user with an unconfirmed address can request the mail again, once a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { requests } = fakeBackend({
    'POST /auth/v1/token': () =>
      json({ error_code: 'email_not_confirmed', msg: 'Email not confirmed' }, 400),
    'POST /auth/v1/resend': () => json({}),
  });
  await openPage('/auth');
  const email = await field('Email');
  fireEvent.change(email, { target: { value: 'mira@example.org' } });
  fireEvent.change(await field('Password'), { target: { value: 'quiet words' } });
  fireEvent.click(button('Sign In'));
  fireEvent.click(await screen.findByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('Sent again')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Send again in/ })).toBeDisabled();
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(button('Send again')).toBeEnabled();
  const resend = requests.find(({ url }) => url.includes('/resend'));
  expect(await resend?.json()).toMatchObject({ type: 'signup', email: 'mira@example.org' });
  fireEvent.click(button('Use another address'));
  expect(await field('Email')).toHaveValue('mira@example.org');
});

describe('/auth, after the server has ended the session', () => {
  const refuse =
    (error_code: string, status = 400) =>
    () =>
      json({ error_code, msg: 'Invalid Refresh Token' }, status);

  it.each([
    ['session_expired', 'Your sign-in has expired.'],
    ['refresh_token_already_used', 'You were signed out to be safe.'],
    ['user_banned', 'Your account is suspended.'],
    ['refresh_token_not_found', 'You were signed out.'],
  ])('says why, by the code %s, until somebody signs in', async (code, title) => {
    rememberSession('mira', { expiresIn: -10 });
    const answers = { ...profile, 'POST /auth/v1/token': refuse(code) };
    fakeBackend(answers);
    const { router } = await openPage('/trending');
    expect(await screen.findByText(title)).toBeInTheDocument();
    expect(router.state.location.href).toBe('/auth?next=%2Ftrending');
    answers['POST /auth/v1/token'] = () => json(sessionOf('mira'));
    await fillIn({ Email: 'mira@example.org', Password: 'quiet words{Enter}' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/trending'));
    expect(Object.keys(localStorage).filter((key) => key.endsWith('-ended'))).toEqual([]);
  });

  it('asks for the reason when a service only says that the session is gone', async () => {
    rememberSession('mira');
    fakeBackend({
      ...profile,
      'GET /auth/v1/user': refuse('session_not_found', 403),
      'POST /auth/v1/token': refuse('user_banned'),
    });
    const { client } = await openPage('/auth?next=%2Ftrending');
    await (await client.auth()).getUser();
    expect(await screen.findByText('Your account is suspended.')).toBeInTheDocument();
  });

  it('says it in every tab, and nothing after a sign-out', async () => {
    fakeBackend({});
    await openPage('/auth');
    await screen.findByLabelText('Email');
    expect(screen.queryByText(/signed out|suspended|expired/)).not.toBeInTheDocument();
    localStorage.setItem(`${SESSION_KEY}-ended`, 'session_expired');
    act(() => void dispatchEvent(new StorageEvent('storage')));
    expect(await screen.findByText('Your sign-in has expired.')).toBeInTheDocument();
  });
});

describe('signing up by invitation', () => {
  const settings = {
    ...testSettings,
    notice: { registration: 'invitation', rules: null, contactText: null, hasStaff: true },
  } as const;

  it('sends the code with the sign-up', async () => {
    const { requests } = fakeBackend({
      ...available,
      ...profile,
      'POST /auth/v1/signup': () => json(sessionOf('mira')),
    });
    await openPage('/auth?tab=sign-up', settings);
    await fillIn({
      Username: 'mira',
      Email: 'mira@example.org',
      Password: 'quiet words',
      'Invitation code': 'ABCD-EFGH-JKMN-PQRS',
    });
    await screen.findByText('Username is available!');
    await userEvent.click(button('Sign Up'));
    await waitFor(() => expect(requests.some(({ url }) => url.includes('/signup'))).toBe(true));
    const signUp = requests.find(({ url }) => url.includes('/signup'));
    expect(await signUp?.json()).toMatchObject({
      data: { username: 'mira', invitation: 'ABCD-EFGH-JKMN-PQRS' },
    });
  });

  it('asks for a code as soon as the server does', async () => {
    const refusal = { error_code: 'unknown', msg: 'Registration is by invitation.' };
    fakeBackend({ ...available, 'POST /auth/v1/signup': () => json(refusal, 403) });
    await openPage('/auth?tab=sign-up');
    expect(screen.queryByLabelText('Invitation code')).toBeNull();
    await fillIn({ Username: 'mira', Email: 'mira@example.org', Password: 'quiet words' });
    await screen.findByText('Username is available!');
    await userEvent.click(button('Sign Up'));
    expect(await field('Invitation code')).toBeVisible();
    expect(screen.getByText('Registration is by invitation.')).toBeVisible();
  });

  it('reserves the code for the address before a provider’s page opens', async () => {
    let refusal: string | null = 'This invitation code is not valid.';
    const { requests } = fakeBackend({
      'GET /auth/v1/settings': () => json({ external: { github: true } }),
      'POST /rest/v1/rpc/reserve_invitation': () => json(refusal),
    });
    const { app } = await openPage('/auth?tab=sign-up', settings);
    const redirect = vi.spyOn(app, 'redirect').mockReturnValue();
    await fillIn({ Email: 'mira@example.org', 'Invitation code': 'ABCD' });
    await userEvent.click(await screen.findByRole('button', { name: 'Continue with GitHub' }));
    expect(await screen.findByText(refusal)).toBeVisible();
    expect(redirect).not.toHaveBeenCalled();
    refusal = null;
    await userEvent.click(button('Continue with GitHub'));
    await waitFor(() => expect(redirect).toHaveBeenCalled());
    const reservation = requests.find(({ url }) => url.includes('reserve_invitation'));
    expect(await reservation?.json()).toEqual({ code: 'ABCD', email: 'mira@example.org' });
  });
});

it('nobody signs up while registration is closed, and people with an account sign in', async () => {
  fakeBackend({});
  const notice = {
    registration: 'closed',
    rules: null,
    contactText: null,
    hasStaff: true,
  } as const;
  await openPage('/auth?tab=sign-up', { ...testSettings, notice });
  expect(await screen.findByText(/Registration is closed at the moment/)).toBeVisible();
  expect(screen.queryByLabelText('Username')).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'Sign In' }));
  expect(await field('Password')).toBeVisible();
});
