import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openDesk } from '#test/open-desk.tsx';
import { openPage } from '#test/open-page.tsx';
import { factorOf, rememberSession, sessionOf } from '#test/session.ts';

const ROLE = 'POST /rest/v1/rpc/desk_role';
const STAFF = 'POST /rest/v1/rpc/desk_staff';
const LOG = 'POST /rest/v1/rpc/desk_log';
const ADD = 'POST /rest/v1/rpc/desk_add_staff';

const app = factorOf('totp', 'Phone');

const member = (username: string, role = 'moderator') => ({
  user_id: `id-of-${username}`,
  username,
  avatar_url: null,
  role,
  added_by: null,
  added_at: '2026-11-01T12:00:00Z',
  has_factor: username !== 'noor',
});

const act = (id: number, staff: string | null, of: string, entry: object = {}) => ({
  id,
  at: '2026-11-28T09:30:00Z',
  act: 'change-role',
  staff_id: staff && `id-of-${staff}`,
  staff_name: staff ?? 'Operator',
  subject_kind: 'staff',
  subject_id: `id-of-${of}`,
  person_id: `id-of-${of}`,
  person_name: of,
  reason: 'Night shifts',
  before: { role: 'moderator', username: of },
  after: { role: 'admin', username: of },
  ...entry,
});

/** Opens a page of the desk, for an admin unless another role is given. */
const openScreen = (
  path: string,
  role: Parameters<typeof openDesk>[1] = 'admin',
  answers: Parameters<typeof openDesk>[2] = {},
) =>
  openDesk(path, role, {
    [STAFF]: () => json([member('mira', 'admin'), member('noor')]),
    [LOG]: () => json([act(2, 'mira', 'noor'), act(1, null, 'mira')]),
    ...answers,
  });

const notFound = () => screen.findByRole('heading', { name: 'Oops! Page not found' });

it.each(['/desk', '/desk/staff', '/desk/nothing'])(
  'a visitor of %s sees the page of a missing address, without a request about the desk',
  async (path) => {
    const { requests } = fakeBackend({});
    await openPage(path);
    expect(await notFound()).toBeVisible();
    expect(requests.filter(({ url }) => url.includes('desk'))).toEqual([]);
  },
);

it('a member who is not staff sees the page of a missing address', async () => {
  await openScreen('/desk', null);
  expect(await notFound()).toBeVisible();
});

it('staff see the page of a missing address where the desk has no screen', async () => {
  await openScreen('/desk/nothing');
  expect(await notFound()).toBeVisible();
});

it('staff go through the second step to the page of the desk that they opened', async () => {
  rememberSession('mira', { factors: [app] });
  fakeBackend({ [ROLE]: () => json('moderator') });
  const { router } = await openPage('/desk/log?staff=id-of-mira');
  await waitFor(() =>
    expect(router.state.location.href).toBe(
      '/auth/second-step?next=%2Fdesk%2Flog%3Fstaff%3Did-of-mira',
    ),
  );
});

it('staff without a second factor are asked to add one', async () => {
  rememberSession('mira');
  fakeBackend({ ...memberBackend, [ROLE]: () => json('moderator') });
  await openPage('/desk/staff');
  expect(await screen.findByText('The desk takes a second factor')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open Settings' })).toBeVisible();
});

it('a moderator sees who is staff and who lacks a second factor, and changes nobody', async () => {
  await openScreen('/desk/staff', 'moderator');
  const list = within(await screen.findByRole('list', { name: 'Staff' }));
  const [mira, noor] = list.getAllByRole('listitem');
  expect(mira).toHaveTextContent(/mira.*Admin.*You.*by the operator/);
  expect(noor).toHaveTextContent(/noor.*Moderator.*no second factor/);
  expect(screen.queryByRole('button', { name: /Add|Change/ })).toBeNull();
});

it('an admin adds somebody for a reason, and keeps the text when the second factor is asked for', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { backend, bodiesOf } = await openScreen('/desk/staff');
  await userEvent.click(await screen.findByRole('button', { name: 'Add somebody' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add somebody to the staff' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Username' }), '@ben');
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await dialog.findByText('Say why: the log keeps the reason')).toBeVisible();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Why' }), 'Speaks Turkish');

  const needed = { code: 'PT403', message: 'The desk takes your second factor.', hint: 'aal2' };
  backend[ADD] = () => json(needed, 403);
  backend['POST /auth/v1/factors/factor-Phone/challenge'] = () => json({ id: 'challenge' });
  backend['POST /auth/v1/factors/factor-Phone/verify'] = () =>
    json(sessionOf('mira', { aal: 'aal2', factors: [app] }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  const question = within(
    await screen.findByRole('dialog', { name: 'Your second factor, please' }),
  );
  await userEvent.type(
    await question.findByLabelText('Code from your authenticator app'),
    '123456',
  );
  await waitFor(() => expect(screen.queryByText('Your second factor, please')).toBeNull());

  backend[ADD] = () => new Response(null, { status: 204 });
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('ben is a moderator now')).toBeInTheDocument();
  const asked = { username: 'ben', role: 'moderator', reason: 'Speaks Turkish' };
  expect(await bodiesOf(ADD)).toEqual([asked, asked]);
});

it('the field says that no account has a name, and the dialog why a change is refused', async () => {
  const { backend } = await openScreen('/desk/staff');
  await userEvent.click(await screen.findByRole('button', { name: 'Add somebody' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Username' }), 'nobody');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Why' }), 'Help');
  backend[ADD] = () => json({ code: 'PT422', message: 'Nobody has this username.' }, 422);
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await dialog.findByText('Nobody has this username.')).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Username' })).toHaveFocus();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));

  const refusal = 'The last admin cannot be removed. Make somebody else an admin first.';
  backend['POST /rest/v1/rpc/desk_remove_staff'] = () =>
    json({ code: 'PT409', message: refusal }, 409);
  await userEvent.click(await screen.findByRole('button', { name: 'Change mira' }));
  const change = within(await screen.findByRole('dialog', { name: 'Change mira' }));
  await userEvent.click(change.getByRole('radio', { name: 'Not staff' }));
  await userEvent.type(change.getByRole('textbox', { name: 'Why' }), 'Leaving');
  await userEvent.click(change.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(refusal)).toBeInTheDocument();
  expect(change.getByRole('textbox', { name: 'Why' })).toHaveValue('Leaving');
});

it('the log lists the author, subject, reason and change of each act; a name selects the acts of that person', async () => {
  const decision = {
    act: 'undo-remove',
    subject_kind: 'drop',
    reason: null,
    before: null,
    after: { case: 'id-of-case', decision: 'id-of-decision', rule: 'spam' },
  };
  const { backend, bodiesOf, router } = await openScreen('/desk/log', 'admin', {
    [LOG]: () =>
      json([act(3, 'mira', 'ben', decision), act(2, 'mira', 'noor'), act(1, null, 'mira')]),
  });
  const decided = await screen.findByText('Took back: Removed', { exact: false });
  expect(decided.closest('li')).toHaveTextContent(
    /mira · Took back: Removed · voice drop · benrule:Spam and deceitOpen the case$/,
  );
  expect(screen.getByRole('link', { name: 'Open the case' })).toHaveAttribute(
    'href',
    '/desk/queue/id-of-case',
  );
  const [first, second] = await screen.findAllByText('Changed the role', { exact: false });
  expect(first?.closest('li')).toHaveTextContent(
    /mira · Changed the role · noor.*Night shifts.*role:moderator admin/,
  );
  expect(second?.closest('li')).toHaveTextContent('Operator · Changed the role · mira');
  backend[LOG] = () => json([act(2, 'mira', 'noor')]);
  await userEvent.click(screen.getByRole('link', { name: 'noor' }));
  expect(router.state.location.href).toBe('/desk/log?person=id-of-noor');
  await userEvent.click(await screen.findByRole('button', { name: 'About noor: show all' }));
  await waitFor(() => expect(router.state.location.href).toBe('/desk/log'));
  expect(await bodiesOf(LOG)).toMatchObject([{}, { person: 'id-of-noor' }, {}]);
});
