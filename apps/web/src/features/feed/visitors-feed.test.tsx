import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { fakeRealtime } from '#test/fake-realtime.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';
import type { DropRow } from '#features/drops/drop.ts';

let realtime: ReturnType<typeof fakeRealtime>;

beforeEach(() => {
  fakeIntersection();
  realtime = fakeRealtime();
  vi.spyOn(console, 'info').mockReturnValue();
});

/** @param visible the drops in the database that a visitor may see, the newest first */
function serve(visible: DropRow[]): void {
  fakeBackend({
    ...memberBackend,
    'GET /rest/v1/voice_drops': ({ url }) => {
      const ids = new URL(url).searchParams.get('id');
      return json(ids ? visible.filter(({ id }) => ids.includes(id)) : visible);
    },
  });
}

it('shows a visitor the newest drops, and links to sign in', async () => {
  serve([dropRow('a'), dropRow('b')]);
  await openPage('/feed');
  expect(await screen.findByRole('heading', { level: 1, name: 'Listen in' })).toBeVisible();
  expect(await screen.findAllByRole('article')).toHaveLength(2);
  expect(screen.getByRole('region', { name: 'Join the conversation' })).toBeVisible();
});

it('shows a visitor a toast for a drop that is shared meanwhile', async () => {
  const visible = [dropRow('c')];
  serve(visible);
  await openPage('/feed');
  await screen.findByRole('article', { name: 'Title c' });
  await waitFor(() => expect(realtime.inTopic('drops')).toHaveLength(1));
  visible.unshift(dropRow('d', { created_at: '2026-01-02T12:00:00+00:00' }));
  realtime.broadcast('drops', 'posted', { id: 'd' });
  expect(await screen.findByText('noor just shared “Title d”')).toBeVisible();
  expect(screen.getByRole('article', { name: 'Title d' })).toBeVisible();
});

it('redirects a person who has signed in to their feed', async () => {
  rememberSession('mira');
  serve([]);
  const { router } = await openPage('/feed');
  await waitFor(() => expect(router.state.location.pathname).toBe('/app'));
});
