import { act, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { counted, fakeBackend, json } from '#test/fake-backend.ts';
import { fakeRealtime } from '#test/fake-realtime.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openApp } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';

const TOPIC = 'notifications:id-of-mira';

it('an open profile shows that a request was approved because the account has gone public', async () => {
  vi.spyOn(console, 'info').mockReturnValue();
  rememberSession('mira');
  const realtime = fakeRealtime();
  const own = memberBackend['GET /rest/v1/profiles'];
  const noor = {
    user_id: 'id-of-noor',
    username: 'Noor',
    bio: null,
    avatar_url: null,
    is_private: true,
    created_at: '2026-01-01T00:00:00+00:00',
    counts: null as object | null,
    followed: [] as object[],
    requested: [{ id: 'request' }],
    blocked: [],
  };
  fakeBackend({
    ...memberBackend,
    'GET /rest/v1/profiles': (request) =>
      new URL(request.url).searchParams.has('handle') || !own ? json([noor]) : own(request),
    'GET /rest/v1/voice_drops': () => json([]),
    'HEAD /rest/v1/voice_drops': () => counted(0),
    'GET /rest/v1/notifications': () => json([]),
  });
  const { client } = await openApp('/Noor');
  onTestFinished(async () => void (await (await client.realtime()).disconnect()));
  expect(await screen.findByRole('button', { name: 'Requested' })).toBeVisible();
  await vi.waitFor(() => expect(realtime.inTopic(TOPIC)).toHaveLength(1), { timeout: 25_000 });
  Object.assign(noor, {
    is_private: false,
    counts: { follower_count: 1, following_count: 0, like_count: 0 },
    followed: [{ id: 'follow' }],
    requested: [],
  });
  act(() => realtime.broadcast(TOPIC, 'approved', { id: 'id-of-noor' }));
  expect(await screen.findByRole('button', { name: 'Unfollow' })).toBeVisible();
  expect(await screen.findByRole('tab', { name: /Drops/ })).toBeVisible();
});
