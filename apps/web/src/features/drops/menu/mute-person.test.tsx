import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { expectToast } from '#test/expect-toast.ts';
import { json } from '#test/fake-backend.ts';
import { serverError } from '#test/network-failures.ts';
import { openFeed } from '#test/open-feed.tsx';

const MUTES = '/rest/v1/mutes';

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

async function mute(answers: Parameters<typeof openFeed>[1]) {
  const page = await openFeed(rows, answers);
  await userEvent.click(await screen.findByRole('button', { name: 'Options for Title n1' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Mute user' }));
  await screen.findByRole('dialog', { name: 'Mute noor?' });
  await userEvent.click(screen.getByRole('radio', { name: 'A week' }));
  await userEvent.click(screen.getByRole('button', { name: 'Mute' }));
  return page;
}

it('a muted person’s drops leave the feed, and Undo brings them back', async () => {
  const { requests } = await mute({
    [`POST ${MUTES}`]: () => json({ subject: 'id-of-noor' }, 201),
    [`DELETE ${MUTES}`]: () => new Response(null, { status: 204 }),
  });
  await expectToast('noor is muted');
  await waitFor(() => expect(titles()).toEqual(['Title b1']));
  const request = requests.find(({ method, url }) => method === 'POST' && url.includes(MUTES));
  const body: { until: string } = await request!.json();
  expect(body).toMatchObject({ kind: 'person', subject: 'id-of-noor' });
  const days = (new Date(body.until).getTime() - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(7, 1);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await expectToast('noor is no longer muted');
  await waitFor(() => expect(titles()).toEqual(['Title n1', 'Title b1', 'Title n2']));
});

it('keeps the dialog and the drops, with a toast, when the server fails', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await mute({ [`POST ${MUTES}`]: serverError });
  await expectToast('Failed to mute noor. Please try again.');
  expect(screen.getByRole('dialog', { name: 'Mute noor?' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(titles()).toHaveLength(3));
});
