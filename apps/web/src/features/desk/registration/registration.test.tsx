import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { json } from '#test/fake-backend.ts';
import { openDesk } from '#test/open-desk.tsx';

const CHANGE = 'POST /rest/v1/rpc/desk_change_settings';
const INVITATIONS = 'POST /rest/v1/rpc/desk_invitations';
const INVITE = 'POST /rest/v1/rpc/desk_invite';

const settings = {
  registration: 'open',
  announcement: null,
  rules: 'Be kind.',
  contact_email: null,
  contact_text: null,
  held_words: ['watches'],
};

it('settings that the desk refuses keep what was written; then they are shown as they are stored', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const refusal = 'This is no address for mails.';
  const { backend, bodiesOf } = await openDesk('/desk/settings', 'admin', {
    'POST /rest/v1/rpc/desk_settings': () => json(settings),
    [CHANGE]: () => json({ code: 'PT422', message: refusal }, 422),
  });
  const announcement = await screen.findByRole('textbox', { name: 'Announcement' });
  expect(screen.getByRole('textbox', { name: 'Rules of this site' })).toHaveValue('Be kind.');
  await userEvent.click(screen.getByRole('radio', { name: 'By invitation' }));
  await userEvent.type(announcement, ' Back at nine ');
  const words = screen.getByRole('textbox', { name: 'Words that hold a voice drop' });
  await userEvent.type(words, '{enter}casino');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(refusal)).toBeVisible();
  expect(announcement).toHaveValue(' Back at nine ');

  const stored = {
    registration: 'invitation',
    announcement: 'Back at nine',
    held_words: ['casino', 'watches'],
  };
  backend[CHANGE] = () => json({ ...settings, ...stored });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Settings saved')).toBeInTheDocument();
  expect(screen.queryByText(refusal)).toBeNull();
  expect(announcement).toHaveValue('Back at nine');
  expect(words).toHaveValue('casino\nwatches');
  const changes = {
    registration: 'invitation',
    announcement: ' Back at nine ',
    rules: 'Be kind.',
    contact_email: '',
    contact_text: '',
    held_words: ['watches', 'casino'],
  };
  expect(await bodiesOf(CHANGE)).toEqual([{ changes }, { changes }]);
});

it('the code of an invitation is shown once, and copied', async () => {
  const user = userEvent.setup();
  const made = {
    id: 'invitation',
    label: 'Choir',
    uses: 20,
    uses_left: 20,
    ends_at: null,
    made_at: '2026-11-28T09:30:00Z',
    made_by: 'mira',
    used_by: [],
  };
  const { backend, bodiesOf } = await openDesk('/desk/invitations', 'admin', {
    [INVITATIONS]: () => json([]),
    [INVITE]: () => json('ABCD-EFGH-JKLM-NPQR'),
  });
  await user.click(await screen.findByRole('button', { name: 'Make an invitation' }));
  const form = within(await screen.findByRole('dialog', { name: 'Make an invitation' }));
  await user.click(form.getByRole('button', { name: 'Make it' }));
  expect(await form.findByText('Who is it for?')).toBeVisible();
  await user.type(form.getByRole('textbox', { name: 'Who it is for' }), 'Choir');
  await user.clear(form.getByRole('textbox', { name: 'How many accounts' }));
  await user.type(form.getByRole('textbox', { name: 'How many accounts' }), '20');
  await user.click(form.getByRole('radio', { name: 'Never' }));
  backend[INVITATIONS] = () => json([made]);
  await user.click(form.getByRole('button', { name: 'Make it' }));

  const shown = within(await screen.findByRole('dialog', { name: 'The invitation' }));
  expect(shown.getByText('ABCD-EFGH-JKLM-NPQR')).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'Copy code' }));
  expect(await screen.findByText('Code copied!')).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe('ABCD-EFGH-JKLM-NPQR');
  await user.click(shown.getByRole('button', { name: 'Done' }));
  const list = await screen.findByRole('list', { name: 'Invitations' });
  expect(list).toHaveTextContent(/Choir.*0 of 20 used/);
  expect(screen.queryByText('ABCD-EFGH-JKLM-NPQR')).toBeNull();
  expect(await bodiesOf(INVITE)).toEqual([{ label: 'Choir', uses: 20 }]);
});
