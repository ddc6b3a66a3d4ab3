import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { fakeBackend } from '#test/fake-backend.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openApp } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';

let requests: Request[];

beforeEach(() => {
  rememberSession('mira');
  ({ requests } = fakeBackend(memberBackend));
});

/** The requests so far, including those of the shell. */
const requestPaths = () => requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`);

it('Messages has no conversations, and loads and sends nothing', async () => {
  await openApp('/messages');
  expect(await screen.findByText('No conversations yet')).toBeVisible();
  expect(screen.getByText('Select a conversation')).toBeVisible();
  expect(screen.getByText(/Nothing can be sent yet/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Explore Drops' })).toHaveAttribute('href', '/explore');
  expect(screen.getByRole('textbox', { name: 'Message' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
  expect(requestPaths().filter((call) => /message|conversation/.test(call))).toEqual([]);
});
