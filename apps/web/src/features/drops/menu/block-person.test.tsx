import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { commentKeys } from '#features/comments/queries.ts';
import { dropStore } from '#features/drops/drop-cache.ts';
import { dropRow } from '#test/drop-rows.ts';
import { json } from '#test/fake-backend.ts';
import { serverError } from '#test/network-failures.ts';
import { openFeed } from '#test/open-feed.tsx';
import { expectToast } from '#test/expect-toast.ts';

const BLOCKS = '/rest/v1/blocks';

/** Two drops by noor, and one by ben between them. */
const rows = [
  dropRow('n1'),
  dropRow('b1', {
    user_id: 'id-of-ben',
    author: { username: 'ben', avatar_url: null, allow_downloads: false },
  }),
  dropRow('n2'),
];

const titles = () => screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);

async function openMenu(answers?: Parameters<typeof openFeed>[1]) {
  const page = await openFeed(rows, answers);
  await userEvent.click(await screen.findByRole('button', { name: 'Options for Title n1' }));
  await screen.findByRole('menuitem', { name: 'Report' });
  return page;
}

async function block(answers?: Parameters<typeof openFeed>[1]) {
  const page = await openMenu(answers);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Block User' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Block User' }));
  return page;
}

it('asks for confirmation before a user is blocked', async () => {
  const { requests } = await openMenu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Block User' }));
  expect(await screen.findByRole('alertdialog', { name: 'Block noor?' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(titles()).toHaveLength(3);
  expect(requests.some(({ method, url }) => method === 'POST' && url.includes(BLOCKS))).toBe(false);
});

it('removes all drops of a blocked user at once, moves the focus to the next card, and a toast confirms', async () => {
  const answer = Promise.withResolvers<Response>();
  const { requests } = await block({ [`POST ${BLOCKS}`]: () => answer.promise });
  await waitFor(() => expect(titles()).toEqual(['Title b1']));
  await waitFor(() => expect(screen.getByRole('article')).toHaveFocus());
  expect(screen.queryByText('User blocked successfully')).not.toBeInTheDocument();
  answer.resolve(new Response(null, { status: 201 }));
  await expectToast('User blocked successfully');
  const request = requests.find(({ method, url }) => method === 'POST' && url.includes(BLOCKS));
  expect(await request?.json()).toEqual({ blocker_id: 'id-of-mira', blocked_id: 'id-of-noor' });
});

it('shows the drops again, with a toast, when the server fails', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const answer = Promise.withResolvers<Response>();
  await block({ [`POST ${BLOCKS}`]: () => answer.promise });
  await waitFor(() => expect(titles()).toEqual(['Title b1']));
  answer.resolve(serverError());
  await expectToast('Failed to block user. Please try again.');
  expect(titles()).toEqual(['Title n1', 'Title b1', 'Title n2']);
});

it('shows the server’s message when the viewer blocks too many users', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const message = 'You are blocking people very fast. Please wait a minute.';
  await block({ [`POST ${BLOCKS}`]: () => json({ code: 'PT429', message }, 429) });
  await expectToast(message);
  expect(titles()).toHaveLength(3);
});

it('Undo in the toast removes the block and shows the drops again, also one that changed meanwhile', async () => {
  const { queryClient } = await block({
    [`POST ${BLOCKS}`]: () => new Response(null, { status: 201 }),
    [`DELETE ${BLOCKS}`]: () => new Response(null, { status: 204 }),
  });
  await screen.findByRole('button', { name: 'Undo' });
  // A drop that changed is read again, which the block prevents.
  dropStore(queryClient).remove('n2');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await expectToast('User unblocked successfully');
  await waitFor(() => expect(titles()).toEqual(['Title n1', 'Title b1', 'Title n2']));
});

it('keeps the block, with a toast, when it is undone and the server fails', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await block({
    [`POST ${BLOCKS}`]: () => new Response(null, { status: 201 }),
    [`DELETE ${BLOCKS}`]: serverError,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await expectToast('Failed to unblock user. Please try again.');
  expect(titles()).toEqual(['Title b1']);
});

it('refetches other queries that show people, and no lists of drops', async () => {
  const { queryClient, requests } = await openMenu({
    [`POST ${BLOCKS}`]: () => new Response(null, { status: 201 }),
  });
  const comments = commentKeys.threads('b1');
  const maskedTake = ['recorder', 'take'];
  for (const key of [comments, maskedTake]) queryClient.setQueryData(key, []);
  const reads = () => requests.filter(({ url }) => url.includes('/rest/v1/voice_drops')).length;
  const before = reads();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Block User' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Block User' }));
  await expectToast('User blocked successfully');
  expect(queryClient.getQueryState(comments)?.isInvalidated).toBe(true);
  expect(queryClient.getQueryState(maskedTake)?.isInvalidated).toBe(false);
  expect(reads()).toBe(before);
});

it('does not offer to block a user who is blocked already', async () => {
  await openMenu({ [`GET ${BLOCKS}`]: () => json([{ blocked_id: 'id-of-noor', person: null }]) });
  await waitFor(() =>
    expect(screen.queryByRole('menuitem', { name: 'Block User' })).not.toBeInTheDocument(),
  );
  expect(screen.getByRole('menuitem', { name: 'Report' })).toBeVisible();
});
