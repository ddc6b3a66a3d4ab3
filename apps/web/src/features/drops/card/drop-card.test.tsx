import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { json } from '#test/fake-backend.ts';
import { serverError } from '#test/network-failures.ts';
import { openFeed, ownRow } from '#test/open-feed.tsx';
import type { DropRow } from '#features/drops/drop.ts';
import { bindToolbarKeys } from '#ui/bind-toolbar-keys.ts';

const own = ownRow();

const showCard = (row: DropRow, answers?: Parameters<typeof openFeed>[1]) =>
  openFeed([row], answers);

async function choose(...entries: string[]) {
  await userEvent.click(screen.getByRole('button', { name: 'Options for Night bus' }));
  for (const entry of entries) {
    await userEvent.click(
      await screen.findByRole(/Public|Private/.test(entry) ? 'menuitemradio' : 'menuitem', {
        name: entry,
      }),
    );
  }
}

it('shows a drop’s title, author, duration, filter, time and counts', async () => {
  const { card } = await showCard(
    dropRow('a', {
      hashtags: ['night'],
      like_count: 1200,
      comment_count: 1,
      play_count: 31,
      created_at: new Date(Date.now() - 2 * 3_600_000).toISOString(),
    }),
  );
  expect(card.getByRole('heading', { name: 'Title a' })).toBeVisible();
  expect(card.getByText('1:05')).toBeVisible();
  expect(card.getByText('High Pitch')).toBeVisible();
  expect(card.getByText('2h')).toBeVisible();
  expect(card.getByText('31')).toHaveTextContent('31 plays');
  expect(card.getByRole('button', { name: 'Like Title a, 1.2K likes' })).toBeVisible();
  expect(card.getByRole('button', { name: 'Comments on Title a, 1 comment' })).toBeVisible();
});

it('draws the waveform without any audio', async () => {
  const { requests, card } = await showCard(dropRow('a'));
  expect(await card.findByRole('slider', { name: 'Seek in Title a' })).toBeInTheDocument();
  expect(requests.some(({ url }) => url.endsWith('.wav'))).toBe(false);
});

it('shows an author without a username as Anonymous, without a link', async () => {
  const { card } = await showCard(
    dropRow('a', { author: { username: null, avatar_url: null, allow_downloads: false } }),
  );
  expect(card.getByText('Anonymous')).toBeVisible();
  expect(card.queryByRole('link', { name: 'Anonymous' })).not.toBeInTheDocument();
});

it('leads to its page by title and time, and to its author by name and picture', async () => {
  const { card } = await showCard(dropRow('a', { created_at: '2025-03-09T12:00:00+00:00' }));
  for (const name of ['Title a', 'Mar 9']) {
    expect(card.getByRole('link', { name })).toHaveAttribute('href', '/voice-drop/a');
  }
  const toAuthor = screen
    .getAllByRole('link', { hidden: true })
    .filter((link) => link.getAttribute('href') === '/noor');
  expect(toAuthor).toHaveLength(2);
  expect(card.getByRole('link', { name: 'noor' })).toHaveAttribute('href', '/noor');
});

it('has a title that is one link, and the hashtags among its actions', async () => {
  const { card } = await showCard(
    dropRow('a', {
      title: '#Night #bus thoughts #late',
      hashtags: ['night', 'bus', 'late', 'elsewhere'],
    }),
  );
  const title = within(card.getByRole('heading', { name: '#Night #bus thoughts' }));
  expect(title.getAllByRole('link')).toHaveLength(1);
  const actions = within(card.getByRole('toolbar', { name: 'Actions' }));
  const shown = actions.getAllByRole('link').map(({ textContent }) => textContent);
  expect(shown).toEqual(['#night', '#bus', '#late', '#elsewhere']);
});

it('shows the default title instead of a title that consists of hashtags', async () => {
  const { card } = await showCard(
    dropRow('a', { title: '#sea #night', hashtags: ['sea', 'night'] }),
  );
  expect(card.getByRole('heading', { name: 'Voice Drop with High Pitch filter' })).toBeVisible();
  expect(card.getAllByRole('link', { name: /^#/ })).toHaveLength(2);
});

it('shows a default title more quietly than one that a person wrote', async () => {
  const { card } = await showCard(dropRow('a', { title: 'Voice Drop with High Pitch filter' }));
  const quiet = card.getByRole('heading').className;
  cleanup();
  const { card: other } = await showCard(dropRow('a', { title: 'Voice Drop with Robot filter' }));
  expect(quiet).toContain('text-ink-soft');
  expect(other.getByRole('heading').className).not.toContain('text-ink-soft');
});

it('logs a pressed hashtag, and opens its page', async () => {
  const log = vi.spyOn(console, 'info').mockReturnValue();
  const { card, router } = await showCard(dropRow('a', { hashtags: ['night'] }));
  await userEvent.click(card.getByRole('link', { name: '#night' }));
  expect(log).toHaveBeenCalledWith('Hashtag chosen', 'night');
  await waitFor(() => expect(router.state.location.pathname).toBe('/tag/night'));
});

it('shows no count of zero', async () => {
  const { card } = await showCard(dropRow('a', { play_count: 0 }));
  for (const name of ['Like Title a, 0 likes', 'Comments on Title a, 0 comments']) {
    expect(card.getByRole('button', { name })).toHaveTextContent(/^$/);
  }
  expect(card.queryByText(/plays?$/)).not.toBeInTheDocument();
});

it('has four stops of the Tab key: author, title, playing and actions', async () => {
  const { card } = await showCard(dropRow('a', { hashtags: ['night'] }));
  await card.findByRole('slider');
  await waitFor(() => expect(screen.getByRole('feed')).toBeVisible());
  onTestFinished(bindToolbarKeys());
  card.getByRole('link', { name: 'noor' }).focus();
  const stops: (string | null)[] = [];
  const article = screen.getByRole('article');
  while (article.contains(document.activeElement)) {
    stops.push(
      document.activeElement?.getAttribute('aria-label') ??
        document.activeElement?.textContent ??
        null,
    );
    await userEvent.tab();
  }
  expect(stops).toEqual(['noor', 'Title a', 'Play Title a', 'Like Title a, 0 likes']);
});

it.each([
  ['public', 'Public'],
  ['followers', 'Followers'],
  ['private', 'Private'],
])('offers all privacy levels in the menu of a drop that is %s', async (level, label) => {
  await showCard({ ...own, privacy_level: level });
  await userEvent.click(screen.getByRole('button', { name: 'Options for Night bus' }));
  expect(await screen.findByRole('menuitemradio', { name: label })).toBeChecked();
  const levels = screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent);
  expect(levels).toEqual(['Public', 'Followers', 'Private']);
});

it('an owner makes a drop private: the card shows it at once, and a toast confirms', async () => {
  const { requests, card } = await showCard(own, {
    'PATCH /rest/v1/voice_drops': () => json([{ id: 'own' }]),
  });
  await choose('Private');
  expect(await card.findByText('Private')).toBeVisible();
  expect(await screen.findByText('Privacy updated')).toBeVisible();
  expect(screen.getByText('Voice drop is now private')).toBeVisible();
  const request = requests.find(({ method }) => method === 'PATCH');
  expect(await request?.json()).toEqual({ privacy_level: 'private' });
  const { searchParams } = new URL(request?.url ?? '');
  expect(searchParams.get('user_id')).toBe('eq.id-of-mira');
});

it('reverts the privacy, with a toast, when the server fails', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const answer = Promise.withResolvers<Response>();
  const { card } = await showCard(own, { 'PATCH /rest/v1/voice_drops': () => answer.promise });
  await choose('Private');
  expect(await card.findByText('Private')).toBeVisible();
  answer.resolve(serverError());
  expect(await screen.findByText('Failed to update privacy setting')).toBeVisible();
  expect(card.queryByText('Private')).not.toBeInTheDocument();
});

it('asks for confirmation before a drop is deleted', async () => {
  const { requests } = await showCard(own);
  await choose('Delete');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Voice Drop' }));
  expect(
    dialog.getByText(
      'Are you sure you want to delete this voice drop? This action cannot be undone.',
    ),
  ).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false);
});

it('removes a drop from the list at once, deletes it, and then its audio', async () => {
  const deleted = Promise.withResolvers<Response>();
  const { requests } = await showCard(own, {
    'DELETE /rest/v1/voice_drops': () => deleted.promise,
    // Neither the list nor the toast waits for the storage service.
    'DELETE /storage/v1/object/voice-drops': () => Promise.withResolvers<Response>().promise,
  });
  await choose('Delete');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
  expect(screen.queryByText('Voice drop deleted successfully')).not.toBeInTheDocument();
  deleted.resolve(json([{ audio_path: own.audio_path }]));
  expect(await screen.findByText('Voice drop deleted successfully')).toBeVisible();
  const deletions = requests.filter(({ method }) => method === 'DELETE');
  expect(deletions.map(({ url }) => new URL(url).pathname)).toEqual([
    '/rest/v1/voice_drops',
    '/storage/v1/object/voice-drops',
  ]);
  expect(await deletions[1]?.json()).toEqual({ prefixes: [own.audio_path] });
});

it.each([
  [
    'it is not their own',
    () => json([]),
    ['Unauthorized', 'You can only delete your own voice drops'],
  ],
  ['the server fails', serverError, ['Failed to delete voice drop']],
] as const)(
  'shows the drop again when %s, with the reason in a toast',
  async (_what, answer, words) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const answered = Promise.withResolvers<Response>();
    await showCard(own, { 'DELETE /rest/v1/voice_drops': () => answered.promise });
    await choose('Delete');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
    answered.resolve(answer());
    for (const line of words) expect(await screen.findByText(line)).toBeVisible();
    expect(screen.getByRole('article', { hidden: true })).toBeInTheDocument();
  },
);
