import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { expectToast } from '#test/expect-toast.ts';
import { counted, fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { memberBackend } from '#test/member-backend.ts';
import { serverError } from '#test/network-failures.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';

type Answers = Parameters<typeof fakeBackend>[0];

const FOLLOWS = '/rest/v1/follows';

const row = (username: string, isFollowed: boolean) => ({
  id: `follow-${username}`,
  created_at: '2026-01-01T00:00:00+00:00',
  person: {
    user_id: `id-of-${username}`,
    username,
    avatar_url: null,
    followed: isFollowed ? [{ follower_id: 'id-of-mira' }] : [],
  },
});

const done = () => new Response(null, { status: 204 });
const down = () => json({ code: '57014', message: 'canceled' }, 500);

let scroll: () => void;

beforeEach(() => {
  rememberSession('mira');
  scroll = fakeIntersection();
});

/** Presses a count of the user's own profile. */
async function open(side: 'followers' | 'following', answers: Answers = {}) {
  const { requests } = fakeBackend({
    ...memberBackend,
    'GET /rest/v1/voice_drops': () => json([]),
    'HEAD /rest/v1/voice_drops': () => counted(0),
    [`GET ${FOLLOWS}`]: () => json([row('noor', false), row('ben', true)]),
    ...answers,
  });
  await openPage('/profile');
  const number = side === 'followers' ? 'Followers: 1.2K' : 'Following: 5';
  await userEvent.click(await screen.findByRole('button', { name: number }));
  const title = side === 'followers' ? 'Followers' : 'Following';
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  const calls = (method: string) =>
    requests
      .filter((request) => request.method === method && request.url.includes(FOLLOWS))
      .map(({ url }) => new URL(url).searchParams);
  return { dialog, calls };
}

it.each([
  ['followers', 'following_id', 'profiles!follows_follower_id_fkey'],
  ['following', 'follower_id', 'profiles!follows_following_id_fkey'],
] as const)('the list shows %s with links to their profiles', async (side, end, embedded) => {
  const { dialog, calls } = await open(side);
  expect(await dialog.findByRole('link', { name: 'noor' })).toHaveAttribute('href', '/noor');
  expect(dialog.getByRole('button', { name: 'Follow noor' })).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Unfollow ben' })).toBeVisible();
  const [asked] = calls('GET');
  expect(asked?.get(end)).toBe('eq.id-of-mira');
  expect(asked?.get('select')).toContain(embedded);
  expect(asked?.get('person.followed.follower_id')).toBe('eq.id-of-mira');
});

it('the list keeps an unfollowed person, to be followed again', async () => {
  const { dialog } = await open('following', { [`DELETE ${FOLLOWS}`]: done });
  await userEvent.click(await dialog.findByRole('button', { name: 'Unfollow ben' }));
  await expectToast('Unfollowed user');
  expect(dialog.getByRole('button', { name: 'Follow ben' })).toBeVisible();
});

it('a user confirms and removes a follower', async () => {
  const { dialog, calls } = await open('followers', { [`DELETE ${FOLLOWS}`]: done });
  await userEvent.click(await dialog.findByRole('button', { name: 'Remove noor' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove follower' }));
  expect(calls('DELETE')).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Remove' }));
  await expectToast('Follower removed');
  expect(dialog.queryByText('noor')).toBeNull();
  expect(Object.fromEntries(calls('DELETE')[0] ?? [])).toEqual({
    follower_id: 'eq.id-of-noor',
    following_id: 'eq.id-of-mira',
  });
});

it('the list shows an error and keeps the follower when the server fails', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { dialog } = await open('followers', { [`DELETE ${FOLLOWS}`]: serverError });
  await userEvent.click(await dialog.findByRole('button', { name: 'Remove noor' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await expectToast('Failed to remove follower');
  expect(dialog.getByText('noor')).toBeVisible();
});

it.each([
  ['followers', 'No followers yet'],
  ['following', 'Not following anyone yet'],
] as const)('the dialog shows a message for an empty list of %s', async (side, words) => {
  const { dialog } = await open(side, { [`GET ${FOLLOWS}`]: () => json([]) });
  expect(await dialog.findByText(words)).toBeVisible();
});

it('the list retries on request when it could not be loaded', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  let answer = down;
  const { dialog } = await open('followers', { [`GET ${FOLLOWS}`]: () => answer() });
  expect(await dialog.findByText('Failed to load followers')).toBeVisible();
  answer = () => json([row('noor', false)]);
  await userEvent.click(dialog.getByRole('button', { name: 'Try Again' }));
  expect(await dialog.findByText('noor')).toBeVisible();
});

it('the list fetches the next page by the cursor of the last', async () => {
  const page = Array.from({ length: 20 }, (_, index) => row(`person${index}`, false));
  const { dialog, calls } = await open('followers', {
    [`GET ${FOLLOWS}`]: (request) =>
      json(new URL(request.url).searchParams.has('or') ? [row('last', false)] : page),
  });
  await dialog.findByText('person19');
  scroll();
  expect(await dialog.findByText('last')).toBeVisible();
  expect(calls('GET')[1]?.get('or')).toContain('follow-person19');
});
