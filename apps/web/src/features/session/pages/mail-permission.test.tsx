import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

const open = async (type: string, isValid: boolean) => {
  const { requests } = fakeBackend({
    ...memberBackend,
    [`POST /rest/v1/rpc/${type}`]: () => json(isValid),
  });
  await openPage(`/confirm?token_hash=an-id.t0ken&type=${type}`);
  return () => requests.filter(({ url }) => url.includes(`/rpc/${type}`));
};

it.each([
  ['confirm_mail', 'Allow these mails', 'Mails are allowed'],
  ['stop_mail', 'Stop these mails', 'No more of these mails'],
  ['keep_factor', 'Keep my second factor', 'Your second factor stays'],
])('a link for %s sends its token only after a press', async (type, button, done) => {
  const sent = await open(type, true);
  await screen.findByRole('button', { name: button });
  expect(sent()).toEqual([]);
  await press(button);
  expect(await screen.findByRole('heading', { name: done })).toBeInTheDocument();
  expect(await sent()[0]?.json()).toEqual({ token: 'an-id.t0ken' });
});

it('a signed-in person stops the mails of an address with its link', async () => {
  rememberSession('mira');
  await open('stop_mail', true);
  await press('Stop these mails');
  expect(await screen.findByRole('heading', { name: 'No more of these mails' })).toBeVisible();
});

it('says that a link of a former address does not work', async () => {
  await open('confirm_mail', false);
  await press('Allow these mails');
  expect(
    await screen.findByRole('heading', { name: 'This link does not work any more' }),
  ).toBeInTheDocument();
});

it('says that no answer came, and can be pressed again', async () => {
  fakeBackend(memberBackend);
  await openPage('/confirm?token_hash=an-id.t0ken&type=stop_mail');
  await press('Stop these mails');
  expect(await screen.findByText(/^No answer came/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Stop these mails' })).toBeEnabled();
});
