import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { counted, fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { memberBackend } from '#test/member-backend.ts';
import { serverError } from '#test/network-failures.ts';
import { openPage } from '#test/open-page.tsx';
import { expectToast } from '#test/expect-toast.ts';
import { factorOf, rememberSession } from '#test/session.ts';
import { testSettings } from '#test/test-app.ts';

type Answers = Parameters<typeof fakeBackend>[0];

const noor = {
  user_id: 'id-of-noor',
  username: 'Noor',
  bio: null,
  avatar_url: null,
  is_private: false,
  created_at: '2026-01-01T12:00:00+00:00',
  counts: { follower_count: 0, following_count: 0, like_count: 0 },
  followed: [],
  blocked: [] as { id: string }[],
};

beforeEach(() => {
  rememberSession('mira');
  fakeIntersection();
});

const menuOf = (name: string) => screen.findByRole('button', { name: `Options for ${name}` });

/** Opens Noor's page and the menu on it. */
async function openMenu(
  answers: Answers = {},
  find: () => object = () => noor,
  settings = testSettings,
) {
  const own = memberBackend['GET /rest/v1/profiles'];
  const { requests } = fakeBackend({
    ...memberBackend,
    'GET /rest/v1/profiles': (request) =>
      own && !new URL(request.url).searchParams.has('handle') ? own(request) : json([find()]),
    'GET /rest/v1/voice_drops': () => json([]),
    'HEAD /rest/v1/voice_drops': () => counted(0),
    ...answers,
  });
  const { router } = await openPage('/Noor', settings);
  await userEvent.click(await menuOf('Noor'));
  await screen.findByRole('menuitem', { name: 'Report' });
  const sent = async (path: string) => {
    const request = requests.find(({ method, url }) => method === 'POST' && url.includes(path));
    return request?.json();
  };
  return { sent, router };
}

const choose = async (name: string) =>
  userEvent.click(await screen.findByRole('menuitem', { name }));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('a viewer reports a person with a reason', async () => {
  const { sent } = await openMenu({
    'POST /rest/v1/reports': () => new Response(null, { status: 201 }),
  });
  expect(screen.queryByRole('menuitem', { name: 'Open on the desk' })).toBeNull();
  await choose('Report');
  await userEvent.click(await screen.findByLabelText('Fake or impersonation account'));
  await press('Submit report');
  await expectToast('Report submitted successfully. Our team will review it shortly.');
  expect(await sent('/rest/v1/reports')).toMatchObject({
    reporter_id: 'id-of-mira',
    reported_user_id: 'id-of-noor',
    reason: 'impersonation',
  });
  await waitFor(async () => expect(await menuOf('Noor')).toHaveFocus());
});

it('a viewer confirms and blocks a person, and the page shows the block', async () => {
  let shown = noor;
  const { sent } = await openMenu(
    {
      'POST /rest/v1/blocks': () => {
        shown = { ...noor, blocked: [{ id: 'b' }] };
        return new Response(null, { status: 201 });
      },
    },
    () => shown,
  );
  await choose('Block User');
  expect(await screen.findByRole('alertdialog', { name: 'Block Noor?' })).toBeVisible();
  await press('Block User');
  await expectToast('User blocked successfully');
  expect(await screen.findByText('You have blocked Noor')).toBeVisible();
  expect(await sent('/rest/v1/blocks')).toEqual({
    blocker_id: 'id-of-mira',
    blocked_id: 'id-of-noor',
  });
});

it('the menu shows an error when a block fails', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await openMenu({ 'POST /rest/v1/blocks': serverError });
  await choose('Block User');
  await press('Block User');
  await expectToast('Failed to block user. Please try again.');
  expect(screen.queryByText('You have blocked Noor')).not.toBeInTheDocument();
});

it('the menu does not offer to block a person who is blocked already', async () => {
  await openMenu({}, () => ({ ...noor, blocked: [{ id: 'b' }] }));
  expect(screen.queryByRole('menuitem', { name: 'Block User' })).not.toBeInTheDocument();
});

it('the menu copies the podcast feed of a person who has one', async () => {
  const user = userEvent.setup();
  const settings = { ...testSettings, podcastFeeds: true };
  await openMenu({}, () => ({ ...noor, allow_downloads: true }), settings);
  await user.click(await screen.findByRole('menuitem', { name: 'Copy podcast feed' }));
  await expectToast('Link copied!');
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/feeds/Noor.xml`);
});

it('the menu opens the case of a person for staff who have a second factor', async () => {
  rememberSession('mira', { isStaff: true });
  await openMenu();
  expect(screen.queryByRole('menuitem', { name: 'Open on the desk' })).toBeNull();
  cleanup();
  rememberSession('mira', { aal: 'aal2', factors: [factorOf('totp', 'Phone')], isStaff: true });
  const { router } = await openMenu({ 'POST /rest/v1/rpc/desk_role': () => json('moderator') });
  await choose('Open on the desk');
  await waitFor(() =>
    expect(router.state.location.pathname).toBe('/desk/queue/open/person/id-of-noor'),
  );
});
