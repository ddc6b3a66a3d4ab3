import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession, sessionOf } from '#test/session.ts';

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it.each([
  ['signup', '', 'Confirm my address', '/app'],
  ['signup', '&next=/trending', 'Confirm my address', '/trending'],
  ['signup', '&next=/auth/callback?next=/trending', 'Confirm my address', '/trending'],
  ['signup', '&next=//evil.example', 'Confirm my address', '/app'],
  ['recovery', '&next=/auth/reset-password', 'Go on', '/auth/reset-password'],
])(
  'a link for %s%s sends its token only after a press on "%s", and then opens %s',
  async (type, next, button, path) => {
    const { requests } = fakeBackend({
      ...memberBackend,
      'POST /auth/v1/verify': () => json(sessionOf('mira')),
    });
    const { router } = await openPage(`/confirm?token_hash=t0ken&type=${type}${next}`);
    const verifications = () => requests.filter(({ url }) => url.includes('/verify'));
    await screen.findByRole('button', { name: button });
    expect(verifications()).toEqual([]);
    await press(button);
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
    expect(verifications()).toHaveLength(1);
    expect(await verifications()[0]?.json()).toMatchObject({ token_hash: 't0ken', type });
    expect(router.state.location.href).not.toContain('t0ken');
  },
);

it('explains a link that has expired, and offers a new mail', async () => {
  fakeBackend({
    'POST /auth/v1/verify': () => json({ error_code: 'otp_expired', msg: 'expired' }, 403),
  });
  await openPage('/confirm?token_hash=t0ken&type=recovery');
  await press('Go on');
  expect(await screen.findByRole('heading', { name: 'This link has expired' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('link', { name: 'Send me a new mail' }));
  expect(await screen.findByLabelText('Email')).toBeInTheDocument();
});

it('says that the other address has to confirm a change of email, too', async () => {
  rememberSession('mira');
  fakeBackend({
    ...memberBackend,
    'POST /auth/v1/verify': () => json({ msg: 'Confirmation link accepted', code: '200' }),
  });
  await openPage('/confirm?token_hash=t0ken&type=email_change');
  await press('Confirm the change');
  expect(
    await screen.findByText('Now follow the link in the other mail, too.'),
  ).toBeInTheDocument();
});

it('does not move a signed-in user into another account', async () => {
  rememberSession('mira');
  fakeBackend(memberBackend);
  await openPage('/confirm?token_hash=t0ken&type=magiclink');
  expect(
    await screen.findByRole('heading', { name: 'You are signed in already' }),
  ).toBeInTheDocument();
});

it('confirms the address of another account without leaving the one that is signed in', async () => {
  rememberSession('mira');
  const other = sessionOf('noor');
  const { requests } = fakeBackend({
    ...memberBackend,
    'POST /auth/v1/verify': () => json(other),
    'POST /auth/v1/logout': () => new Response(null, { status: 204 }),
  });
  await openPage('/confirm?token_hash=t0ken&type=email_change');
  await press('Confirm the change');
  expect(
    await screen.findByRole('heading', { name: 'The address is confirmed' }),
  ).toBeInTheDocument();
  const ended = requests.find(({ url }) => url.includes('/logout'));
  expect(ended?.headers.get('authorization')).toBe(`Bearer ${other.access_token}`);
  const stored = JSON.stringify(localStorage);
  expect(stored).toContain('id-of-mira');
  expect(stored).not.toContain('id-of-noor');
});
