import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBackend } from '#test/fake-backend.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openApp } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';

let requests: Request[];

beforeEach(() => {
  rememberSession('mira');
  ({ requests } = fakeBackend(memberBackend));
});

afterEach(() => vi.unstubAllGlobals());

/** The requests so far, including those of the shell. */
const requestPaths = () => requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`);

it('Trending has two empty charts, says what will be in them, and links to drops and to the recorder', async () => {
  await openApp('/trending');
  const topics = within(await screen.findByRole('region', { name: 'Trending Topics' }));
  expect(topics.getByText('No trending topics yet')).toBeVisible();
  const drops = within(screen.getByRole('region', { name: 'Hot Drops Right Now' }));
  expect(drops.getByText('No trending drops yet')).toBeVisible();
  expect(drops.getByText('Be the first to create viral content!')).toBeVisible();
  expect(drops.getByText(/It is not counted yet\.$/)).toBeVisible();
  expect(topics.getByText(/They are not counted yet\.$/)).toBeVisible();
  expect(topics.getByRole('link', { name: 'Explore Drops' })).toHaveAttribute('href', '/explore');
  expect(drops.getByRole('link', { name: 'Post Voice Drop' })).toHaveAttribute('href', '/record');
  expect(requestPaths()).not.toContain('GET /rest/v1/voice_drops');
});

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
