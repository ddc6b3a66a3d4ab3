import { screen, within, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { type fakeBackend, json } from '#test/fake-backend.ts';
import { accountWith, openSettings } from '#test/open-settings.ts';
import { factorOf, rememberSession, sessionOf } from '#test/session.ts';

type Answers = Parameters<typeof fakeBackend>[0];

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const here = {
  id: 'session-here',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  ip: '192.0.2.1',
  aal: 'aal1',
  created_at: minutesAgo(90),
  last_active_at: minutesAgo(30),
  is_current: true,
};
const there = {
  ...here,
  id: 'session-there',
  user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Mobile/15E148 Safari/604.1',
  last_active_at: minutesAgo(5),
  is_current: false,
};

const app = { ...factorOf('totp', 'Authenticator app'), id: 'app' };

beforeEach(() => void rememberSession('mira'));

async function open(more: Answers = {}) {
  const sessions = { 'POST /rest/v1/rpc/list_sessions': () => json([there, here]) };
  const page = await openSettings({ ...sessions, ...more });
  await screen.findByRole('heading', { name: 'Security' });
  const sent = async (method: string, path: string): Promise<unknown> =>
    page.sent(method, path)[0]?.json();
  return { ...page, sent };
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

/** Presses a button of the open dialog. */
const confirm = async (name: string) =>
  userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));

it('shows its loading state and why loading failed, and retries on request', async () => {
  const answer = Promise.withResolvers<Response>();
  const { answers } = await open({ 'GET /auth/v1/user': () => answer.promise });
  expect(screen.getByText('Loading security settings...')).toBeInTheDocument();
  answer.resolve(json({ error_code: 'unexpected_failure', msg: 'Out for a walk' }, 400));
  expect(await screen.findByText('Out for a walk')).toBeInTheDocument();
  answers['GET /auth/v1/user'] = accountWith({});
  await press('Try Again');
  expect(await screen.findByRole('heading', { name: 'Password' })).toBeInTheDocument();
});

it('a user turns two-factor on with QR code, key and first code', async () => {
  // `userEvent.setup` provides a clipboard.
  userEvent.setup();
  const { answers, sent } = await open({
    'POST /auth/v1/factors': () =>
      json({
        id: 'new-factor',
        type: 'totp',
        totp: { qr_code: '<svg/>', secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/x' },
      }),
    'POST /auth/v1/factors/new-factor/challenge': () => json({ id: 'challenge' }),
    'POST /rest/v1/rpc/renew_recovery_codes': () =>
      json(['7k2m-9xqp-4hzt-w3ne', 'ab12-cd34-ef56-gh78']),
    'POST /auth/v1/factors/new-factor/verify': () =>
      json(sessionOf('mira', { aal: 'aal2', factors: [app] })),
  });
  await press('Turn on');
  const picture = await screen.findByRole('img', { name: 'QR code for your authenticator app' });
  expect(picture.getAttribute('src')).toMatch(/^data:image\/svg\+xml/);
  expect(screen.getByText('ABCD EFGH IJ')).toBeInTheDocument();
  await press('Copy key');
  expect(await navigator.clipboard.readText()).toBe('ABCDEFGHIJ');
  answers['GET /auth/v1/user'] = accountWith({ factors: [app] });
  await userEvent.type(screen.getByLabelText('Code from your authenticator app'), '123456');
  expect(await screen.findByText('Two-factor is on')).toBeInTheDocument();
  const codes = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(codes).toHaveTextContent('7k2m-9xqp-4hzt-w3ne');
  await press('Copy');
  expect(await navigator.clipboard.readText()).toBe('7k2m-9xqp-4hzt-w3ne\nab12-cd34-ef56-gh78');
  const file = screen.getByRole('link', { name: 'Download' });
  expect(decodeURIComponent(file.getAttribute('href') ?? '')).toContain('\nab12-cd34-ef56-gh78\n');
  await press('I have kept them');
  await waitFor(() => expect(codes).not.toBeInTheDocument());
  const factors = await screen.findByRole('list', { name: 'Second factors' });
  expect(factors).toHaveTextContent('Authenticator app');
  expect(await sent('POST', '/auth/v1/factors')).toMatchObject({
    factor_type: 'totp',
    friendly_name: 'Authenticator app',
  });
});

const signInRequired = () =>
  json({ error_code: 'reauthentication_needed', msg: 'A recent sign-in is required' }, 400);

/** Gives the password in the dialog that asks for it. */
const giveProof = async () => {
  const dialog = await screen.findByRole('dialog', { name: 'Is it you?' });
  await userEvent.type(within(dialog).getByLabelText('Password'), 'quiet wo\u0308rds{Enter}');
};

it('a user who signed in a while ago turns two-factor on with the password', async () => {
  const { answers, sent } = await open({
    'POST /auth/v1/factors': signInRequired,
    'POST /auth/v1/token': () => json(sessionOf('mira')),
  });
  await press('Turn on');
  await screen.findByRole('dialog', { name: 'Is it you?' });
  answers['POST /auth/v1/factors'] = () =>
    json({ id: 'new', type: 'totp', totp: { qr_code: '<svg/>', secret: 'ABCD', uri: 'otpauth:' } });
  await giveProof();
  expect(
    await screen.findByRole('img', { name: 'QR code for your authenticator app' }),
  ).toBeInTheDocument();
  expect(await sent('POST', '/auth/v1/token')).toMatchObject({ password: 'quiet w\u00F6rds' });
});

it('removes unverified factors before it enrolls another', async () => {
  const begun = { ...app, id: 'begun', status: 'unverified' as const };
  const { requests } = await open({
    'GET /auth/v1/user': accountWith({ factors: [app, begun] }),
    'DELETE /auth/v1/factors/begun': () => json({ id: 'begun' }),
    'POST /auth/v1/factors': () => json({ error_code: 'too_many_enrolled_mfa_factors' }, 422),
  });
  await press('Add an app');
  expect(await screen.findByText('Two-factor could not be set up')).toBeInTheDocument();
  const [removal, enrolment] = requests.filter(({ url }) => url.includes('/factors'));
  expect(removal?.method).toBe('DELETE');
  expect(await enrolment?.json()).toMatchObject({ friendly_name: 'Authenticator app 2' });
});

it('a user adds a phone number with spaces and punctuation, also when the password is asked for', async () => {
  const { answers, requests } = await open({
    'POST /auth/v1/factors': signInRequired,
    'POST /auth/v1/token': () => json(sessionOf('mira')),
    'POST /auth/v1/factors/phone/challenge': () => json({ id: 'sms' }),
    'POST /auth/v1/factors/phone/verify': () =>
      json(sessionOf('mira', { aal: 'aal2', factors: [factorOf('phone', 'Phone 6789')] })),
  });
  await press('By text message');
  const number = await screen.findByLabelText('Phone number');
  await userEvent.type(number, '0151 2345{Enter}');
  expect(number).toBeInvalid();
  await userEvent.clear(number);
  await userEvent.type(number, '+49 (151) 2345-6789{Enter}');
  await giveProof();
  answers['POST /auth/v1/factors'] = () => json({ id: 'phone', type: 'phone' });
  await press('Go on');
  await press('Send a code to my phone');
  await userEvent.type(await screen.findByLabelText('Code from the message'), '123456');
  expect(await screen.findByText('Two-factor is on')).toBeInTheDocument();
  const enrolment = requests.findLast(({ url }) => url.endsWith('/factors'));
  expect(await enrolment?.json()).toMatchObject({ phone: '+4915123456789' });
});

it('a user confirms and turns two-factor off, with a code when the server requires one', async () => {
  rememberSession('mira', { aal: 'aal2', factors: [app] });
  let level = 'aal1';
  const { answers } = await open({
    'GET /auth/v1/user': accountWith({ factors: [app] }),
    'DELETE /auth/v1/factors/app': () =>
      level === 'aal2'
        ? json({ id: app.id })
        : json({ error_code: 'insufficient_aal', msg: 'AAL2 required' }, 403),
    'POST /auth/v1/factors/app/challenge': () => json({ id: 'challenge' }),
    'POST /auth/v1/factors/app/verify': () => {
      level = 'aal2';
      return json(sessionOf('mira', { aal: 'aal2', factors: [app] }));
    },
    'POST /auth/v1/token': () => json(sessionOf('mira')),
  });
  await press('Remove Authenticator app');
  await confirm('Turn off');
  answers['GET /auth/v1/user'] = accountWith({});
  await userEvent.type(await screen.findByLabelText('Code from your authenticator app'), '123456');
  expect(await screen.findByText('Two-factor is off')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Turn on' })).toBeInTheDocument();
});

it('a user replaces the recovery codes after a question, also when a code of the factor is asked for', async () => {
  rememberSession('mira', { aal: 'aal2', factors: [app] });
  const { answers } = await open({
    'GET /auth/v1/user': accountWith({ factors: [app] }),
    'POST /rest/v1/rpc/recovery_state': () =>
      json({ codes: 1, recovered_at: null, decided_from: null }),
    'POST /rest/v1/rpc/renew_recovery_codes': () =>
      json({ code: 'PT403', message: 'A sign-in of the last ten minutes' }, 403),
    'POST /auth/v1/factors/app/challenge': () => json({ id: 'challenge' }),
    'POST /auth/v1/factors/app/verify': () =>
      json(sessionOf('mira', { aal: 'aal2', factors: [app] })),
  });
  expect(await screen.findByText(/^1 recovery code left/)).toBeInTheDocument();
  await press('New codes');
  await confirm('Make new codes');
  const code = await screen.findByLabelText('Code from your authenticator app');
  answers['POST /rest/v1/rpc/renew_recovery_codes'] = () => json(['7k2m-9xqp-4hzt-w3ne']);
  await userEvent.type(code, '123456');
  expect(await screen.findByText('7k2m-9xqp-4hzt-w3ne')).toBeInTheDocument();
});

it('warns of a request to remove the second factor', async () => {
  rememberSession('mira', { aal: 'aal2', factors: [app] });
  await open({
    'GET /auth/v1/user': accountWith({ factors: [app] }),
    'POST /rest/v1/rpc/recovery_state': () =>
      json({ codes: 0, recovered_at: null, decided_from: '2026-12-01T12:00:00Z' }),
  });
  expect(await screen.findByText(/asked us to remove your second factor/)).toBeInTheDocument();
});

it('a user whose lost factor was removed is asked to turn two-factor on again', async () => {
  await open({
    'POST /rest/v1/rpc/recovery_state': () =>
      json({ decided_from: null, codes: 0, recovered_at: '2026-11-28T12:00:00Z' }),
  });
  expect(await screen.findByText(/Turn two-factor on again/)).toBeInTheDocument();
});

it('a user changes the password with the current one', async () => {
  const { answers, sent } = await open({
    'PUT /auth/v1/user': () =>
      json({ error_code: 'current_password_invalid', msg: 'Current password required' }, 400),
  });
  await press('Change password');
  await userEvent.type(await screen.findByLabelText('Current password'), 'quiet wo\u0308rds');
  await userEvent.type(screen.getByLabelText('New password'), 'louder wo\u0308rds{Enter}');
  const current = screen.getByLabelText('Current password');
  await waitFor(() => expect(current).toHaveFocus());
  expect(current).toHaveAccessibleDescription(/That is not your current password/);
  answers['PUT /auth/v1/user'] = accountWith({});
  await press('Save password');
  expect(await screen.findByText('Your password is changed')).toBeInTheDocument();
  expect(await sent('PUT', '/auth/v1/user')).toMatchObject({
    password: 'louder w\u00F6rds',
    current_password: 'quiet w\u00F6rds',
  });
});

it('a user changes the email address, and sees that both addresses have to confirm', async () => {
  const { answers, requests } = await open();
  answers['PUT /auth/v1/user'] = accountWith({ new_email: 'noor@example.org' });
  await press('Change email');
  await userEvent.type(await screen.findByLabelText('New email'), 'noor{Enter}');
  expect(screen.getByText('Please enter a valid email address')).toBeInTheDocument();
  answers['GET /auth/v1/user'] = accountWith({ new_email: 'noor@example.org' });
  await userEvent.type(screen.getByLabelText('New email'), '@example.org{Enter}');
  expect(await screen.findByText('noor@example.org')).toBeInTheDocument();
  const change = requests.find(({ method }) => method === 'PUT');
  expect(new URL(change?.url ?? '').searchParams.get('redirect_to')).toBe(
    `${location.origin}/auth/callback?next=%2Fsettings`,
  );
});

it('lists the account’s sessions, this device first', async () => {
  await open();
  const list = await screen.findByRole('list', { name: 'Sessions' });
  const [first, second] = within(list).getAllByRole('listitem');
  expect(first).toHaveTextContent('Firefox on Linux');
  expect(first).toHaveTextContent('This device');
  expect(within(list).getAllByRole('button')).toHaveLength(1);
  expect(second).toHaveTextContent('Safari on iPhone');
  expect(second).toHaveTextContent('Last active 5m ago');
});

it('shows that only this device is signed in, or why the list could not be loaded', async () => {
  const { answers } = await open({
    'POST /rest/v1/rpc/list_sessions': () => json({ code: '42501', message: 'Not now' }, 403),
  });
  expect(await screen.findByText('Not now')).toBeInTheDocument();
  answers['POST /rest/v1/rpc/list_sessions'] = () => json([here]);
  await press('Try Again');
  expect(await screen.findByText('Only here.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Sign out all others' })).not.toBeInTheDocument();
});

it('a user confirms and signs out another device', async () => {
  const { answers, sent } = await open({
    'POST /rest/v1/rpc/end_session': () => json(true),
  });
  await press('Sign out Safari on iPhone');
  answers['POST /rest/v1/rpc/list_sessions'] = () => json([here]);
  await confirm('Sign out');
  expect(await screen.findByText('Signed out Safari on iPhone')).toBeInTheDocument();
  expect(await screen.findByText('Only here.')).toBeInTheDocument();
  expect(await sent('POST', '/rest/v1/rpc/end_session')).toEqual({ session_id: 'session-there' });
});

it('a user signs out all other devices, and sees an error when that fails', async () => {
  const { answers, requests } = await open({
    'POST /auth/v1/logout': () => json({ error_code: 'unexpected_failure', msg: 'Busy' }, 500),
  });
  await press('Sign out all others');
  await confirm('Sign out');
  expect(await screen.findByText('That could not be signed out')).toBeInTheDocument();
  answers['POST /auth/v1/logout'] = () => new Response(null, { status: 204 });
  await press('Sign out all others');
  await confirm('Sign out');
  expect(await screen.findByText('Signed out all other devices')).toBeInTheDocument();
  const logouts = requests.filter(({ url }) => url.includes('/logout'));
  expect(new URL(logouts.at(-1)?.url ?? '').search).toBe('?scope=others');
});
