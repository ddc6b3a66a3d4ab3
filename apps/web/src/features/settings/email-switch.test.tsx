import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { json } from '#test/fake-backend.ts';
import { openSettings } from '#test/open-settings.ts';
import { rememberSession } from '#test/session.ts';

const STATE = 'POST /rest/v1/rpc/mail_state';
const SEND = 'POST /rest/v1/rpc/send_mail_confirmation';

beforeEach(() => rememberSession('mira'));

const email = () => screen.findByRole('switch', { name: 'Email' });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
const isShown = () => screen.queryByText(/Until then|refuses/) !== null;

it('switched on and saved, it says that the address has to be confirmed, and sends the mail again', async () => {
  const { sent } = await openSettings({
    [STATE]: () => json('unconfirmed'),
    [SEND]: () => new Response(null, { status: 204 }),
  });
  await userEvent.click(await email());
  expect(isShown()).toBe(false);
  await save();
  const state = await screen.findByText(/^Confirm the last mail that we sent to/);
  expect(state).toHaveTextContent('mira@example.org');
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(sent('POST', '/rest/v1/rpc/send_mail_confirmation')).toHaveLength(1));
});

it('does not speak of a mail that the limit of a day has kept back', async () => {
  await openSettings({ [STATE]: () => json('unasked') }, { email_notifications: true });
  expect(await screen.findByText(/too many mails today/)).toBeVisible();
  expect(screen.queryByText(/we sent/)).toBeNull();
});

it('says that the mail server has refused the address', async () => {
  await openSettings({ [STATE]: () => json('refused') }, { email_notifications: true });
  expect(await screen.findByText(/refuses our mails/)).toBeVisible();
});

it('shows nothing of a confirmed address, and saves how often a digest comes', async () => {
  const { profile, sent } = await openSettings({}, { email_notifications: true });
  await email();
  await waitFor(() => expect(sent('POST', '/rest/v1/rpc/mail_state')).toHaveLength(1));
  expect(isShown()).toBe(false);
  expect(screen.getByRole('radio', { name: 'Once a day' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'Once a week' }));
  await save();
  await screen.findByText('Settings saved');
  expect(profile.row.account).toMatchObject({ mail_digest: 'weekly' });
});

it('has no choice of a digest while it is off', async () => {
  await openSettings();
  await email();
  expect(screen.queryByRole('radio', { name: 'Once a day' })).toBeNull();
});
