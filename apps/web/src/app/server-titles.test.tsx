import 'fake-indexeddb/auto';
import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { WorkerInPage } from '#features/clips/fixtures/worker-in-page.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeRealtime } from '#test/fake-realtime.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';
import { staticPages } from '../../../../supabase/functions/page-preview/preview.ts';

/**
 * Excluded paths: a separate document, steps of signing in, which redirect all other users, and the page
 * of mailed links, whose title depends on the link.
 */
const elsewhere = new Set([
  '/',
  '/confirm',
  '/auth/second-step',
  '/auth/callback',
  '/auth/username',
]);
const pages = [...staticPages.keys()].filter((path) => !elsewhere.has(path));
const isOpen = (path: string) =>
  staticPages.get(path)?.indexed || path.startsWith('/auth') || path === '/community';

it.each([
  { who: 'a visitor', paths: pages.filter((path) => isOpen(path)) },
  { who: 'a member', paths: pages.filter((path) => !isOpen(path)) },
])(
  'the pages of $who have the titles that the server has sent',
  async ({ who, paths }) => {
    // The recorder starts a worker before the first take.
    vi.stubGlobal('Worker', WorkerInPage);
    if (who === 'a member') rememberSession('mira');
    fakeRealtime();
    fakeBackend({ ...memberBackend, 'GET /rest/v1/voice_drops': () => json([]) });
    const { router } = await openPage('/about');
    for (const path of paths) {
      // Upper case, because neither the server nor the router is case-sensitive.
      router.history.push(path.toUpperCase());
      await waitFor(() => expect(document.title).toBe(staticPages.get(path)?.title));
    }
    expect(paths.length).toBeGreaterThan(9);
  },
  30_000,
);
