import { createRootRoute, createRouter } from '@tanstack/react-router';
import { expect, it, onTestFinished, vi } from 'vitest';
import { takePressedTags } from '#lib/push-device.ts';
import { fakeBackend } from '#test/fake-backend.ts';
import { fakePushDevice } from '#test/fake-push-device.ts';
import { rememberSession } from '#test/session.ts';
import { createTestApp } from '#test/test-app.ts';
import { openPressedPushes } from './open-pressed-pushes.ts';

it.each([
  ['like:7', 'type=eq.like&read=eq.false&reference_id=eq.7'],
  ['follow', 'type=eq.follow&read=eq.false'],
])('what a pressed message %s has announced is marked as read', async (tag, rows) => {
  rememberSession('mira');
  const device = fakePushDevice('granted');
  const { requests } = fakeBackend({
    'PATCH /rest/v1/notifications': () => new Response(null, { status: 204 }),
  });
  const router = createRouter({ routeTree: createRootRoute() });
  device.press(tag);
  onTestFinished(openPressedPushes(createTestApp(), 'id-of-mira', router));
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(await takePressedTags()).toEqual([]);
  expect(requests[0]?.url).toContain(`?${rows}&recipient_id=eq.id-of-mira`);
});
