import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openPage } from '#test/open-page.tsx';
import { factorOf, rememberSession, SESSION_KEY, sessionOf } from '#test/session.ts';

const DELETION = 'POST /functions/v1/delete-account';
const refusal = (code: string) => () => json({ code, message: 'Who are you?' }, 403);
const done = () => json({ success: true });

const account = (changes: object = {}) => ({
  ...memberBackend,
  'GET /auth/v1/user': () =>
    json({ ...sessionOf('mira').user, identities: [{ provider: 'email' }], ...changes }),
  'POST /rest/v1/rpc/list_sessions': () => json([]),
});

beforeEach(() => void rememberSession('mira'));
async function openDialog() {
  const page = await openPage('/settings');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete your account?' });
  return { ...page, dialog: within(dialog) };
}

/** Types the username, which is Mira, and submits. */
const typeName = () => userEvent.type(screen.getByLabelText('Type Mira to confirm'), 'mira{Enter}');

async function expectFarewell(router: Awaited<ReturnType<typeof openPage>>['router']) {
  expect(await screen.findByText('Your account is deleted')).toBeInTheDocument();
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  // The landing page greets a visitor, without a reload.
  expect(await screen.findByRole('link', { name: 'listen first' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'go to your feed' })).not.toBeInTheDocument();
}

it('lists what is deleted, waits for the username, deletes the account and leaves the page', async () => {
  const { requests } = fakeBackend({ ...account(), [DELETION]: done });
  const { router, dialog } = await openDialog();
  expect(dialog.getByText(/your voice drops/)).toBeInTheDocument();
  const button = dialog.getByRole('button', { name: 'Delete account' });
  expect(button).toBeDisabled();
  await userEvent.type(dialog.getByLabelText('Type Mira to confirm'), 'mir{Enter}');
  expect(requests.some(({ url }) => url.includes('delete-account'))).toBe(false);
  await userEvent.type(dialog.getByLabelText('Type Mira to confirm'), 'a');
  await userEvent.click(button);
  await expectFarewell(router);
});

it('keeps the account when the user cancels, or when the deletion fails', async () => {
  fakeBackend({ ...account(), [DELETION]: () => json({ code: 'busy', message: 'Not now' }, 500) });
  const { router, dialog } = await openDialog();
  await typeName();
  expect(await screen.findByText('Your account is still there')).toBeInTheDocument();
  expect(screen.getByText('Not now')).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Keep it' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(router.state.location.pathname).toBe('/settings');
});

it('repeats the call until an account with very many rows is deleted', async () => {
  const unfinished = json({ code: 'deletion_unfinished', message: 'Not yet' }, 503);
  const answers = [unfinished, unfinished.clone()];
  const { requests } = fakeBackend({ ...account(), [DELETION]: () => answers.pop() ?? done() });
  const { router } = await openDialog();
  await typeName();
  await expectFarewell(router);
  expect(requests.filter(({ url }) => url.includes('delete-account'))).toHaveLength(3);
});

it('asks for the password when the sign-in is not recent, then deletes the account', async () => {
  const answers: Parameters<typeof fakeBackend>[0] = {
    ...account(),
    [DELETION]: refusal('reauthentication_needed'),
    'POST /auth/v1/token': () =>
      json({ error_code: 'invalid_credentials', msg: 'Invalid login credentials' }, 400),
  };
  fakeBackend(answers);
  const { router } = await openDialog();
  await typeName();
  await userEvent.type(await screen.findByLabelText('Password'), 'wrong{Enter}');
  expect(await screen.findByText('Invalid login credentials')).toBeInTheDocument();
  answers['POST /auth/v1/token'] = () => json(sessionOf('mira'));
  answers[DELETION] = done;
  await userEvent.type(screen.getByLabelText('Password'), '{Control>}a{/Control}quiet{Enter}');
  await expectFarewell(router);
});

it('asks for a code instead of the password when the account has a second factor', async () => {
  const app = factorOf('totp', 'App');
  rememberSession('mira', { aal: 'aal2', factors: [app] });
  const answers: Parameters<typeof fakeBackend>[0] = {
    ...account({ factors: [app] }),
    [DELETION]: refusal('insufficient_aal'),
    'POST /auth/v1/factors/factor-App/challenge': () => json({ id: 'challenge' }),
    'POST /auth/v1/factors/factor-App/verify': () =>
      json(sessionOf('mira', { aal: 'aal2', factors: [app], expiresIn: 3601 })),
  };
  fakeBackend(answers);
  const { router } = await openDialog();
  await typeName();
  const code = await screen.findByLabelText('Code from your authenticator app');
  answers[DELETION] = done;
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
  await userEvent.type(code, '123456');
  await expectFarewell(router);
});

it('sends a user without a password to their sign-in provider', async () => {
  fakeBackend({
    ...account({ identities: [{ provider: 'github' }] }),
    'GET /auth/v1/settings': () => json({ external: { github: true, google: true } }),
    [DELETION]: refusal('reauthentication_needed'),
  });
  await openDialog();
  await typeName();
  expect(await screen.findByRole('button', { name: 'Continue with GitHub' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Google/ })).not.toBeInTheDocument();
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
});
