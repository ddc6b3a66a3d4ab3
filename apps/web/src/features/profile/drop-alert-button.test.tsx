import { screen, waitFor } from '@testing-library/react';
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

const ALERTS = '/rest/v1/drop_alerts';

beforeEach(() => {
  fakeIntersection();
  rememberSession('mira');
});

/** Opens the profile of noor, an account that the viewer follows, with a backend that stores the alert. */
async function open(more: Answers = {}, { isOn = false, isAllowed = true, follows = true } = {}) {
  const noor = {
    user_id: 'id-of-noor',
    username: 'Noor',
    bio: null,
    avatar_url: null,
    is_private: false,
    created_at: new Date().toISOString(),
    counts: { follower_count: 1, following_count: 5, like_count: 77 },
    followed: follows ? [{ id: 'f' }] : [],
    requested: [],
    blocked: [],
  };
  const own = memberBackend['GET /rest/v1/profiles'];
  let rows = isOn ? [{ following_id: 'id-of-noor' }] : [];
  const { requests } = fakeBackend({
    ...memberBackend,
    'GET /rest/v1/profiles': (request) =>
      new URL(request.url).searchParams.has('handle') || !own ? json([noor]) : own(request),
    'GET /rest/v1/voice_drops': () => json([]),
    'HEAD /rest/v1/voice_drops': () => counted(12),
    'GET /rest/v1/account_settings': () => json({ drops_notifications: isAllowed }),
    [`GET ${ALERTS}`]: () => json(rows),
    [`POST ${ALERTS}`]: async (request) => {
      rows = [await request.json()];
      return new Response(null, { status: 201 });
    },
    [`DELETE ${ALERTS}`]: () => {
      rows = [];
      return new Response(null, { status: 204 });
    },
    ...more,
  });
  const page = await openPage('/Noor');
  await screen.findByRole('heading', { name: 'Noor' });
  return { ...page, requests, stored: () => rows };
}

const bell = async () => {
  const button = await screen.findByRole('button', { name: 'Notify me of each drop' });
  await waitFor(() => expect(button).toBeEnabled());
  return button;
};

it('the bell of a followed person is off until it is pressed, and off again by another press', async () => {
  const { stored } = await open();
  const button = await bell();
  expect(button).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(button);
  expect(button).toHaveAttribute('aria-pressed', 'true');
  await expectToast('You get a notification of each drop by Noor');
  expect(stored()).toEqual([{ follower_id: 'id-of-mira', following_id: 'id-of-noor' }]);
  await userEvent.click(button);
  expect(button).toHaveAttribute('aria-pressed', 'false');
  await expectToast('No more notifications of drops by Noor');
  expect(stored()).toEqual([]);
});

it('the bell shows that it is on after a reload', async () => {
  await open({}, { isOn: true });
  expect(await bell()).toHaveAttribute('aria-pressed', 'true');
});

it('the bell says when New drops is off in the settings', async () => {
  await open({}, { isAllowed: false });
  const button = await bell();
  await userEvent.click(button);
  await expectToast('“New drops” is off in your settings');
  expect(button).toHaveAttribute('aria-pressed', 'true');
});

it('there is no bell on the profile of a person that the viewer does not follow', async () => {
  await open({}, { follows: false });
  await screen.findByRole('button', { name: 'Follow' });
  expect(screen.queryByRole('button', { name: 'Notify me of each drop' })).toBeNull();
});

it('there is no bell while its state could not be read', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await open({ [`GET ${ALERTS}`]: () => json({ code: '57014', message: 'canceled' }, 500) });
  await screen.findByRole('button', { name: 'Unfollow' });
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Notify me of each drop' })).toBeNull(),
  );
});

it('a press is reverted, with a toast, when the server fails', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await open({ [`POST ${ALERTS}`]: serverError });
  const button = await bell();
  await userEvent.click(button);
  await expectToast('Failed to change the notifications');
  expect(button).toHaveAttribute('aria-pressed', 'false');
});
