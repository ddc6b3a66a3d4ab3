import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { counted, fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';

const noor = {
  user_id: 'id-of-noor',
  username: 'Noor',
  bio: null,
  avatar_url: null,
  is_private: false,
  allow_anonymous: true,
  created_at: '2026-01-01T12:00:00+00:00',
  counts: { follower_count: 0, following_count: 0, like_count: 0 },
  followed: [],
  blocked: [],
};

beforeEach(() => {
  fakeIntersection();
  return () => vi.restoreAllMocks();
});

/** Opens a page with Noor's profile. */
async function open(path: string, answers: Parameters<typeof fakeBackend>[0] = {}) {
  const own = memberBackend['GET /rest/v1/profiles'];
  const { requests } = fakeBackend({
    ...memberBackend,
    'GET /rest/v1/profiles': (request) =>
      own && !new URL(request.url).searchParams.has('handle') ? own(request) : json([noor]),
    'GET /rest/v1/voice_drops': () => json([]),
    'HEAD /rest/v1/voice_drops': () => counted(0),
    ...answers,
  });
  const { router } = await openPage(path);
  return { requests, router };
}

const findDialog = async () =>
  within(await screen.findByRole('dialog', { name: 'Anonymous voice message to Noor' }));

const warning = /The way you phrase things may give you away/;

it('a member learns what others can see, and once what the phrasing reveals, before the conversation opens', async () => {
  rememberSession('mira');
  const stored = vi.fn<(body: unknown) => void>();
  const { requests, router } = await open('/Noor', {
    'GET /rest/v1/account_settings': () => json({ voice_notices: ['own-voice'] }),
    'PATCH /rest/v1/account_settings': async (request) => {
      stored(await request.json());
      return new Response(null, { status: 204 });
    },
    'POST /rest/v1/rpc/open_conversation': () => json('c1'),
    'GET /rest/v1/conversation_participants': () => json([]),
    'HEAD /rest/v1/conversation_participants': () => counted(0),
  });
  const press = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Send an anonymous voice message' }));
  await press();
  const dialog = await findDialog();
  for (const words of [
    /Veil speaks in your place, and how long/,
    /When it was sent, in steps of five minutes/,
    /Who sent it, in the database and in backups/,
  ])
    expect(dialog.getByText(words)).toBeVisible();
  expect(await dialog.findByText(warning)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/messages/c1'));
  const opened = requests.find(({ url }) => url.endsWith('/rpc/open_conversation'));
  expect(await opened?.json()).toEqual({ person: 'id-of-noor', anonymous: true });
  await waitFor(() => expect(stored).toHaveBeenCalledOnce());
  expect(stored).toHaveBeenCalledWith({ voice_notices: ['own-voice', 'phrasing'] });

  await router.navigate({ to: '/$username', params: { username: 'Noor' } });
  await press();
  expect((await findDialog()).queryByText(warning)).toBeNull();
});

it('a new account reads why it cannot send one, before it records', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  rememberSession('mira');
  const words = 'New accounts cannot send anonymous messages. Take part for a few days first.';
  const { router } = await open('/Noor?anonymous=yes', {
    'GET /rest/v1/account_settings': () => json({ voice_notices: [] }),
    'POST /rest/v1/rpc/open_conversation': () => json({ code: 'PT403', message: words }, 403),
  });
  const dialog = await findDialog();
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await dialog.findByText(words)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

it('the link asks a visitor to sign in, and leads back to the dialog', async () => {
  await open('/Noor?anonymous=yes');
  const dialog = await findDialog();
  const signIn = dialog.getByRole('link', { name: 'Sign In' });
  const target = new URL(signIn.getAttribute('href') ?? '', location.origin);
  expect(target.pathname).toBe('/auth');
  expect(target.searchParams.get('next')).toBe('/Noor?anonymous=yes');
  expect(dialog.queryByRole('button', { name: 'Continue' })).toBeNull();
});
