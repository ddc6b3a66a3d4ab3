import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { listQueuedChanges } from '#lib/queued-changes.ts';
import { dropRow } from '#test/drop-rows.ts';
import { json } from '#test/fake-backend.ts';
import { networkFailures, serverError } from '#test/network-failures.ts';
import { openFeed } from '#test/open-feed.tsx';
import { expectToast } from '#test/expect-toast.ts';
import { SESSION_KEY, sessionRead } from '#test/session.ts';
import type { DropRow } from './drop.ts';

const LIKES = '/rest/v1/voice_drop_likes';

const done = () => new Response(null, { status: 201 });

/** Opens the feed with one drop. */
const showCard = (
  changes: Parameters<typeof dropRow>[1],
  answers?: Parameters<typeof openFeed>[1],
) => openFeed([dropRow('a', changes)], answers);

describe.each([
  {
    reaction: 'like',
    table: LIKES,
    on: { like_count: 3, likes: [{ id: 'l' }] },
    off: { like_count: 3 },
    name: /^Like Title a/,
    added: 'Added to favorites',
    removed: 'Removed from favorites',
    failure: 'Failed to update like status',
    prompt: 'Please log in to like voice drops',
  },
  {
    reaction: 'bookmark',
    table: '/rest/v1/bookmarks',
    on: { bookmarks: [{ id: 'b' }] },
    off: {},
    name: 'Bookmark Title a',
    added: 'Added to bookmarks',
    removed: 'Removed from bookmarks',
    failure: 'Failed to update bookmark',
    prompt: 'Please log in to bookmark voice drops',
  },
])('a $reaction', ({ table, on, off, name, added, removed, failure, prompt }) => {
  it('is shown at once, written in the viewer’s name, and confirmed by a toast', async () => {
    const answer = Promise.withResolvers<Response>();
    const { card, requests } = await showCard(off, { [`POST ${table}`]: () => answer.promise });
    const button = card.getByRole('button', { name });
    expect(button).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(button);
    expect(button).toHaveAttribute('aria-pressed', 'true');
    expect(screen.queryByText(added)).not.toBeInTheDocument();
    answer.resolve(done());
    await expectToast(added);
    const request = requests.find(({ url, method }) => method === 'POST' && url.includes(table));
    expect(await request?.json()).toEqual({ user_id: 'id-of-mira', voice_drop_id: 'a' });
  });

  it('is removed on a second press, and only the viewer’s own', async () => {
    const { card, requests } = await showCard(on, {
      [`DELETE ${table}`]: () => new Response(null, { status: 204 }),
    });
    const button = card.getByRole('button', { name });
    expect(button).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(button);
    expect(button).toHaveAttribute('aria-pressed', 'false');
    await expectToast(removed);
    const request = requests.find(({ method }) => method === 'DELETE');
    expect(Object.fromEntries(new URL(request?.url ?? '').searchParams)).toEqual({
      user_id: 'eq.id-of-mira',
      voice_drop_id: 'eq.a',
    });
  });

  it('is confirmed, too, when it exists already', async () => {
    const { card } = await showCard(off, {
      [`POST ${table}`]: () => json({ code: '23505', message: 'duplicate key value' }, 409),
    });
    await userEvent.click(card.getByRole('button', { name }));
    await expectToast(added);
    expect(card.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
  });

  it('is refused with the server’s message when the viewer adds too many', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const message = 'You are doing that very fast. Please wait a minute.';
    const { card } = await showCard(off, {
      [`POST ${table}`]: () => json({ code: 'PT429', message }, 429),
    });
    await userEvent.click(card.getByRole('button', { name }));
    await expectToast(message);
    expect(card.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'false');
  });

  // The other actions of the app are tested with one of these failures: they have the same handler for all.
  it.each([
    ...networkFailures.map(([what, fails]) => [what, 'added', off, 'POST', fails] as const),
    ['the server fails', 'removed', on, 'DELETE', serverError] as const,
  ])(
    'is reverted, with a toast, when %s while it is %s',
    async (_what, _change, row, method, fails) => {
      vi.spyOn(console, 'error').mockReturnValue();
      const { card } = await showCard(row, { [`${method} ${table}`]: fails });
      const button = card.getByRole('button', { name });
      const { textContent, ariaPressed } = button;
      await userEvent.click(button);
      await expectToast(failure);
      await expectToast('Error');
      expect(button).toHaveAttribute('aria-pressed', ariaPressed);
      expect(button.textContent).toBe(textContent);
    },
  );

  it.each([
    ['the session is gone from this browser', () => localStorage.removeItem(SESSION_KEY), {}],
    [
      'the server has ended the session',
      () => {},
      { [`POST ${table}`]: () => json({ code: 'PGRST301', message: 'Session not found' }, 401) },
    ],
  ])('asks to sign in when %s', async (_case, end, answers) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { card, router, client } = await showCard(off, answers);
    await sessionRead(client);
    end();
    await userEvent.click(card.getByRole('button', { name }));
    await expectToast('Authentication required');
    await expectToast(prompt);
    expect(card.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
    expect(router.state.location.search).toMatchObject({ next: '/app' });
  });
});

it('adds the viewer’s like to the count, and subtracts it again', async () => {
  const { card } = await showCard(
    { like_count: 3 },
    { [`POST ${LIKES}`]: done, [`DELETE ${LIKES}`]: done },
  );
  await userEvent.click(card.getByRole('button', { name: 'Like Title a, 3 likes' }));
  expect(card.getByRole('button', { name: 'Like Title a, 4 likes' })).toBeVisible();
  await expectToast('Added to favorites');
  await userEvent.click(card.getByRole('button', { name: /^Like/ }));
  expect(card.getByRole('button', { name: 'Like Title a, 3 likes' })).toBeVisible();
  await expectToast('Removed from favorites');
});

it('shows one toast for many quick presses, for the last of them', async () => {
  const answer = Promise.withResolvers<Response>();
  const { card, requests } = await showCard(
    {},
    { [`POST ${LIKES}`]: () => answer.promise, [`DELETE ${LIKES}`]: done },
  );
  const button = card.getByRole('button', { name: /^Like/ });
  await userEvent.click(button);
  await userEvent.click(button);
  await userEvent.click(button);
  expect(button).toHaveAttribute('aria-pressed', 'true');
  answer.resolve(done());
  await expectToast('Added to favorites');
  expect(screen.queryByText('Removed from favorites')).not.toBeInTheDocument();
  expect(requests.filter(({ url }) => url.includes(LIKES))).toHaveLength(1);
});

it('keeps a reaction without a network, without a message of its own', async () => {
  const { card, requests } = await showCard({ like_count: 3 });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await userEvent.click(card.getByRole('button', { name: 'Like Title a, 3 likes' }));
  await waitFor(async () => expect(await listQueuedChanges('id-of-mira')).toHaveLength(1));
  expect(card.getByRole('button', { name: 'Like Title a, 4 likes' })).toBeVisible();
  expect(requests.some(({ url }) => url.includes(LIKES))).toBe(false);
  expect(screen.queryByText('Added to favorites')).toBeNull();
  expect(screen.queryByText('Error')).toBeNull();
});

it('refetches the list of liked drops, which contains the drop when it is opened again', async () => {
  let liked: DropRow[] = [];
  const drop = dropRow('a');
  const { router } = await showCard(
    {},
    {
      'HEAD /rest/v1/voice_drops': () =>
        new Response(null, { headers: { 'content-range': '*/0' } }),
      [`GET ${LIKES}`]: () =>
        json(liked.map((row) => ({ id: 'l', created_at: row.created_at, drop: row }))),
      [`POST ${LIKES}`]: () => {
        liked = [
          {
            ...drop,
            likes: [{ id: 'l' }],
            counts: { like_count: 1, comment_count: 0, play_count: 0 },
          },
        ];
        return done();
      },
    },
  );
  await router.navigate({ to: '/profile' });
  await userEvent.click(await screen.findByRole('tab', { name: 'Liked' }));
  expect(await screen.findByText('No liked drops')).toBeVisible();
  await router.navigate({ to: '/app' });
  await userEvent.click(await screen.findByRole('button', { name: /^Like Title a/ }));
  await expectToast('Added to favorites');
  await router.navigate({ to: '/profile' });
  await userEvent.click(await screen.findByRole('tab', { name: 'Liked' }));
  expect(await screen.findByRole('button', { name: 'Like Title a, 1 like' })).toBeVisible();
});
