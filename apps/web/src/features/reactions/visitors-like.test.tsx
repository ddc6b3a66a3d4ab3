import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { expectToast } from '#test/expect-toast.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openPage } from '#test/open-page.tsx';
import { sessionOf } from '#test/session.ts';

const LIKES = '/rest/v1/voice_drop_likes';
const PATH = '/voice-drop/a';

/** Opens a drop's page as a visitor, who presses like and goes to the sign-in. */
async function likeAsVisitor(answer: () => Response) {
  fakeIntersection();
  let isLiked = false;
  const { requests } = fakeBackend({
    ...memberBackend,
    'POST /rest/v1/rpc/check_username_available': () => json(true),
    'POST /auth/v1/token': () => json(sessionOf('mira')),
    'POST /auth/v1/signup': () => json(sessionOf('mira')),
    'GET /auth/v1/settings': () => json({ external: {} }),
    'GET /rest/v1/voice_drop_comments': () => json([]),
    'GET /rest/v1/voice_drops': () =>
      json([dropRow('a', isLiked ? { like_count: 4, likes: [{ id: 'l' }] } : { like_count: 3 })]),
    [`POST ${LIKES}`]: () => {
      const response = answer();
      isLiked = response.ok;
      return response;
    },
  });
  const { router } = await openPage(PATH);
  const heart = () => screen.findByRole('button', { name: /^Like Title a/ });
  await userEvent.click(await heart());
  await expectToast('Please log in to like voice drops');
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
  const posts = (path: string) =>
    requests.filter(({ method, url }) => method === 'POST' && url.includes(path));
  const likes = () => posts(LIKES);
  const isBack = () => waitFor(() => expect(router.state.location.pathname).toBe(PATH));
  return { heart, likes, posts, isBack };
}

const fillIn = async (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values))
    await userEvent.type(await screen.findByLabelText(name), value);
};

const done = () => new Response(null, { status: 201 });

it.each(['in', 'up'])('a visitor’s like is made when they sign %s', async (way) => {
  const { heart, likes, posts, isBack } = await likeAsVisitor(done);
  expect(likes()).toEqual([]);
  if (way === 'up') {
    await userEvent.click(await screen.findByRole('tab', { name: 'Sign Up' }));
    await screen.findByRole('heading', { name: 'Find your undertone' });
    await fillIn({ Username: 'mira' });
  }
  await fillIn({ Email: 'mira@example.org', Password: 'quiet words' });
  const submit = within(screen.getByRole('main')).getByRole('button', { name: /^Sign (In|Up)$/ });
  await waitFor(() => expect(submit).toBeEnabled());
  await userEvent.click(submit);
  await isBack();
  await waitFor(async () => expect(await heart()).toHaveAttribute('aria-pressed', 'true'));
  expect(await heart()).toHaveAccessibleName('Like Title a, 4 likes');
  expect(likes()).toHaveLength(1);
  expect(await likes()[0]?.json()).toEqual({ user_id: 'id-of-mira', voice_drop_id: 'a' });
  expect(sessionStorage).toHaveLength(0);
  // A mail's link opens the drop, too.
  const links = posts('/signup').map(({ url }) => new URL(url).searchParams.get('redirect_to'));
  const back = `${location.origin}/auth/callback?next=${encodeURIComponent(PATH)}`;
  expect(links).toEqual(way === 'up' ? [back] : []);
});

it('a visitor’s like of a drop that is gone is dropped silently', async () => {
  const logged = vi.spyOn(console, 'error');
  const refused = () => json({ code: '42501', message: 'refused' }, 403);
  const { heart, likes, isBack } = await likeAsVisitor(refused);
  await fillIn({ Email: 'mira@example.org', Password: 'quiet words{Enter}' });
  await isBack();
  await waitFor(() => expect(likes()).toHaveLength(1));
  expect(await heart()).toHaveAttribute('aria-pressed', 'false');
  expect(await heart()).toHaveAccessibleName('Like Title a, 3 likes');
  expect(screen.queryByText('Failed to update like status')).not.toBeInTheDocument();
  expect(logged).not.toHaveBeenCalled();
});
