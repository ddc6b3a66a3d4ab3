import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { commentRow, threadRow } from '#test/comment-rows.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { showComments } from '#test/show-comments.tsx';

const people = ['noor', 'norbert_2'].map((username) => ({
  user_id: `id-of-${username}`,
  username,
  avatar_url: null,
}));

beforeEach(() => {
  fakeIntersection();
});

async function typeComment(keys: string, profiles = () => json(people)) {
  const { requests } = fakeBackend({
    'GET /rest/v1/voice_drop_comments': () => json([threadRow(commentRow('one', 'ben'))]),
    'GET /rest/v1/profiles': profiles,
  });
  const dialog = await showComments('mira');
  await dialog.findByText('Words one');
  const composer = dialog.getByRole('textbox', { name: 'Add a comment' });
  await userEvent.type(composer, keys);
  return { dialog, composer, requests };
}

it('lists people whose usernames match, and the keyboard chooses one', async () => {
  const { dialog, composer, requests } = await typeComment('So true, @No');
  const list = await dialog.findByRole('listbox', { name: 'People to mention' });
  expect(composer).toHaveAttribute('aria-controls', list.id);
  const active = () =>
    document.getElementById(composer.getAttribute('aria-activedescendant') ?? '');
  expect(active()).toHaveTextContent('noor');
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toHaveTextContent('norbert_2');
  expect(dialog.getByRole('option', { selected: true })).toBe(active());
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  expect(composer).toHaveValue('So true, @norbert_2 ');
  expect(dialog.queryByRole('listbox')).not.toBeInTheDocument();
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
  const asked = requests.filter(({ url }) => url.includes('/profiles'));
  expect(asked).toHaveLength(1);
  const { searchParams } = new URL(asked[0]?.url ?? '');
  expect(searchParams.getAll('handle')).toEqual(['gte.no', 'lt.no~']);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    is_private: 'eq.false',
    // The inner join on counts excludes blocked people, whose counts the viewer cannot read.
    select: 'user_id,username,avatar_url,counts:profile_counts!inner()',
    limit: '5',
  });
});

it('Tab and a press choose a person too', async () => {
  const { dialog, composer } = await typeComment('@no');
  await dialog.findByRole('listbox');
  await userEvent.tab();
  expect(composer).toHaveValue('@noor ');
  expect(composer).toHaveFocus();
  await userEvent.type(composer, 'and @no');
  await userEvent.click(await dialog.findByRole('option', { name: /norbert_2/ }));
  expect(composer).toHaveValue('@noor and @norbert_2 ');
  expect(composer).toHaveFocus();
});

it('Escape closes only the list', async () => {
  const { dialog, composer } = await typeComment('@no');
  await dialog.findByRole('listbox');
  await userEvent.keyboard('{Escape}');
  expect(dialog.queryByRole('listbox')).not.toBeInTheDocument();
  expect(screen.getByRole('dialog')).toBeVisible();
  expect(composer).toHaveValue('@no');
});

it('shows no list when no one matches or the request fails', async () => {
  const { dialog, requests } = await typeComment('@no', () => json({ message: 'down' }, 500));
  await waitFor(() => expect(requests.some(({ url }) => url.includes('/profiles'))).toBe(true));
  expect(dialog.queryByRole('listbox')).not.toBeInTheDocument();
});
