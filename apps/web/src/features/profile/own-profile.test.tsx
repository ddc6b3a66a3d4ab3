import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { counted, fakeBackend, json, neverAnswers } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';

const nothing = {
  ...memberBackend,
  'GET /rest/v1/voice_drops': () => json([]),
  'HEAD /rest/v1/voice_drops': () => counted(0),
  'GET /rest/v1/voice_drop_likes': () => json([]),
  'GET /rest/v1/voice_drop_comments': () => json([]),
};

beforeEach(() => {
  rememberSession('mira');
  fakeIntersection();
});

async function open(answers: Parameters<typeof fakeBackend>[0] = {}, path = '/profile') {
  const { requests } = fakeBackend({ ...nothing, ...answers });
  const { router } = await openPage(path);
  await screen.findByRole('heading', { level: 1 });
  return { requests, router, main: within(screen.getByRole('main')) };
}

const profileOf = (changes: object) => ({
  'GET /rest/v1/profiles': () =>
    json({
      user_id: 'id-of-mira',
      username: 'Mira',
      bio: 'Only at night.',
      avatar_url: null,
      created_at: new Date(Date.now() - 3 * 24 * 3_600_000).toISOString(),
      counts: { follower_count: 1234, following_count: 5, like_count: 999 },
      ...changes,
    }),
});

it('the own profile shows name, handle in lower case, bio and date of joining', async () => {
  const { main } = await open(profileOf({}));
  expect(await main.findByText('Only at night.')).toBeVisible();
  expect(main.getByRole('heading', { name: 'Mira' })).toBeVisible();
  expect(main.getByText('@mira')).toBeVisible();
  expect(main.getByText('Joined 3d ago')).toBeVisible();
});

it('the own profile shows a placeholder when the user has no bio', async () => {
  const { main } = await open(profileOf({ bio: null }));
  const words = await main.findByText('No bio added yet');
  expect(words.tagName).toBe('EM');
});

it('the own profile opens the edit dialog, and restores the focus when it closes', async () => {
  const { main } = await open(profileOf({}));
  await main.findByText('Only at night.');
  const button = main.getByRole('button', { name: 'Edit profile' });
  await userEvent.click(button);
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByLabelText('Username')).toHaveValue('Mira');
  expect(dialog.getByLabelText('Bio')).toHaveValue('Only at night.');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
});

it('the own profile shows the email address when the user has no username', async () => {
  const { main } = await open(profileOf({ username: null }));
  expect(await main.findByText('mira@example.org')).toBeVisible();
  expect(main.getByRole('heading', { name: 'Anonymous User' })).toBeVisible();
});

it('the own profile shows the session’s values when the profile cannot be loaded', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { main } = await open({
    'GET /rest/v1/profiles': () => json({ code: '57014', message: 'canceled' }, 500),
  });
  expect(await main.findByText('Joined Recently')).toBeVisible();
  expect(main.getByText('@mira')).toBeVisible();
  expect(main.getAllByText('–')).toHaveLength(3);
  expect(main.queryByText('No bio added yet'), 'the bio has not loaded').not.toBeInTheDocument();
});

it('the own profile shows the counts, thousands with a K', async () => {
  const { main } = await open({
    ...profileOf({}),
    'HEAD /rest/v1/voice_drops': () => counted(12),
  });
  await waitFor(() =>
    expect([...document.querySelectorAll('dl > div')].map((stat) => stat.textContent)).toEqual([
      'Drops12',
      'Followers1.2K',
      'Following5',
      'Likes999',
    ]),
  );
  expect(main.getByText('1.2K')).toBeVisible();
});

it.each([
  ['My Drops', 'Loading your drops...', 'GET /rest/v1/voice_drops'],
  ['Liked', 'Loading liked drops...', 'GET /rest/v1/voice_drop_likes'],
  ['Replies', 'Loading your replies...', 'GET /rest/v1/voice_drop_comments'],
])('the own profile shows under %s that the list loads', async (tab, words, request) => {
  const { main } = await open({ [request]: neverAnswers });
  await userEvent.click(main.getByRole('tab', { name: tab }));
  expect(await main.findByText(words)).toBeVisible();
});

it.each([
  ['My Drops', 'No drops yet'],
  ['Liked', 'No liked drops'],
  ['Replies', 'No replies yet'],
])('the own profile shows a message for an empty list under %s', async (tab, words) => {
  const { main } = await open();
  await userEvent.click(main.getByRole('tab', { name: tab }));
  expect(await main.findByText(words)).toBeVisible();
});

it('the own profile keeps the chosen tab in the address, and Back returns to the tab before', async () => {
  const { main, router } = await open({}, '/profile?tab=replies');
  expect(await main.findByText('No replies yet')).toBeVisible();
  await userEvent.click(main.getByRole('tab', { name: 'My Drops' }));
  expect(await main.findByText('No drops yet')).toBeVisible();
  expect(router.state.location.href).toBe('/profile');
  await userEvent.click(main.getByRole('tab', { name: 'Liked' }));
  await waitFor(() => expect(router.state.location.href).toBe('/profile?tab=liked'));
  act(() => router.history.back());
  expect(await main.findByText('No drops yet')).toBeVisible();
  act(() => router.history.back());
  expect(await main.findByText('No replies yet')).toBeVisible();
  expect(main.getByRole('tab', { name: 'Replies' })).toHaveAttribute('aria-selected', 'true');
});

it('the own profile links from an empty list of drops to the recorder', async () => {
  const { main } = await open();
  expect(await main.findByRole('link', { name: 'Record Your First Drop' })).toHaveAttribute(
    'href',
    '/record',
  );
});

it('the own profile lists only the user’s own drops, with their menu', async () => {
  const { requests, main } = await open({
    'GET /rest/v1/voice_drops': () => json([dropRow('a', { user_id: 'id-of-mira' })]),
  });
  expect(await main.findByRole('button', { name: 'Options for Title a' })).toBeVisible();
  const request = requests.find(
    ({ method, url }) => method === 'GET' && new URL(url).pathname === '/rest/v1/voice_drops',
  );
  expect(new URL(request?.url ?? '').searchParams.get('user_id')).toBe('eq.id-of-mira');
});

it('the own profile lists the drops that the user likes', async () => {
  const { main } = await open({
    'GET /rest/v1/voice_drop_likes': () =>
      json([{ id: 'like', created_at: '2026-01-02T00:00:00+00:00', drop: dropRow('liked') }]),
  });
  await userEvent.click(main.getByRole('tab', { name: 'Liked' }));
  expect(await main.findByRole('article', { name: 'Title liked' })).toBeVisible();
});

it('the own profile lists the user’s replies, with their clips and with links to their drops', async () => {
  const { main } = await open({
    'GET /rest/v1/voice_drop_comments': () =>
      json([
        {
          id: 'comment',
          content: 'Same here.',
          audio_path: 'id-of-mira/comment.mp3',
          duration: 4,
          waveform: Array.from({ length: 100 }, () => 50),
          filter_used: 'veil',
          created_at: new Date(Date.now() - 60_000).toISOString(),
          parent_comment_id: null,
          voice_drop_id: 'parent',
          drop: { title: null, author: { username: 'noor' } },
        },
      ]),
  });
  await userEvent.click(main.getByRole('tab', { name: 'Replies' }));
  const reply = (await main.findByText('Same here.')).closest('li');
  expect(reply).toHaveTextContent('On Untitled Drop by @noor · 1m');
  expect(main.getByRole('link', { name: 'Untitled Drop' })).toHaveAttribute(
    'href',
    '/voice-drop/parent',
  );
  expect(main.getByRole('button', { name: /^Play voice reply by / })).toBeVisible();
});

it('the user deletes a comment on a voice drop that they can no longer see', async () => {
  const { main, requests } = await open({
    'GET /rest/v1/voice_drop_comments': () =>
      json([
        {
          id: 'comment',
          content: 'Same here.',
          created_at: '2026-01-02T00:00:00+00:00',
          parent_comment_id: null,
          voice_drop_id: 'hidden',
          drop: null,
        },
      ]),
    'DELETE /rest/v1/voice_drop_comments': () => new Response(null, { status: 204 }),
  });
  await userEvent.click(main.getByRole('tab', { name: 'Replies' }));
  const words = await main.findByText('Same here.');
  expect(words.closest('li')).toHaveTextContent('On a voice drop that you can no longer see');
  await userEvent.click(main.getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(words).not.toBeInTheDocument());
  const deletion = requests.find(({ method }) => method === 'DELETE');
  expect(new URL(deletion?.url ?? '').search).toBe('?id=eq.comment');
});
