import { render, waitFor } from '@testing-library/react';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppProvider } from '#app/app-provider.tsx';
import { spokenClip } from '#features/clips/fixtures/spoken-clip.ts';
import { WorkerInPage } from '#features/clips/fixtures/worker-in-page.ts';
import { EMPTY_DRAFT, type TakeDraft } from '#features/clips/take/take.ts';
import { createTestApp } from '#test/test-app.ts';
import { fakeBackend } from '#test/fake-backend.ts';
import { soundOf } from '#features/clips/take/take-sound.ts';
import { recorderKeys } from './recorder-keys.ts';
import { PrefetchFilters } from './prefetch-filters.ts';

const spoken = spokenClip(0.2);

/** Renders the component for a new take with a form. */
function openForm(draft: Partial<TakeDraft>, clip = spoken) {
  const { requests } = fakeBackend({});
  const app = createTestApp();
  const take = { id: crypto.randomUUID(), ...soundOf(clip) };
  const withForm = (change: Partial<TakeDraft>) => (
    <AppProvider app={app}>
      <PrefetchFilters take={take} draft={{ ...EMPTY_DRAFT, ...change }} />
    </AppProvider>
  );
  const { rerender, unmount } = render(withForm(draft));
  const has = (key: readonly unknown[]) => app.queryClient.getQueryData(key) !== undefined;
  return {
    requests,
    rerender: (change: Partial<TakeDraft>) => rerender(withForm(change)),
    unmount,
    isMasked: (id: VoiceFilterId) => has(recorderKeys.transformed(take, id)),
    isMade: (id: VoiceFilterId) => has(recorderKeys.posted(take, id)),
  };
}

beforeEach(() => {
  vi.stubGlobal('Worker', WorkerInPage);
  WorkerInPage.isBroken = false;
});

it('a take is masked before its form is open, and its posted clip is made after that', async () => {
  const { isMasked, isMade, rerender, requests } = openForm({});
  await waitFor(() => expect(isMasked('megaphone')).toBe(true));
  expect(isMade('original')).toBe(false);
  rerender({ choosing: true });
  await waitFor(() => expect(isMade('original')).toBe(true));
  expect(isMade('deep')).toBe(false);
  expect(requests).toEqual([]);
});

it('the posted clip of a filter that is no longer chosen is not made', async () => {
  const { isMade, rerender } = openForm({ choosing: true, filterId: 'robot' });
  rerender({ choosing: true, filterId: 'deep' });
  await waitFor(() => expect(isMade('deep')).toBe(true));
  expect(isMade('robot')).toBe(false);
});

it('the posted clip is made even when the page was left', async () => {
  const { isMade, unmount } = openForm({ choosing: true, filterId: 'deep' });
  unmount();
  await waitFor(() => expect(isMade('deep')).toBe(true));
});

it('Veil is applied before the clip is encoded, because both take long', async () => {
  const postMessage = vi.spyOn(WorkerInPage.prototype, 'postMessage');
  const { isMade } = openForm({ choosing: true });
  await waitFor(() => expect(isMade('original')).toBe(true));
  const jobs = postMessage.mock.calls.map(([job]) => ('filterId' in job ? job.filterId : job.kind));
  expect(jobs.filter((job) => job === 'veil' || job === 'post')).toEqual(['veil', 'post']);
});

it('of a take that is longer than a recording, only the chosen filter is applied', async () => {
  const { isMade, isMasked } = openForm(
    { choosing: true, filterId: 'deep' },
    { ...spoken, duration: 62 },
  );
  await waitFor(() => expect(isMade('deep')).toBe(true));
  expect([isMasked('deep'), isMasked('veil'), isMasked('echo')]).toEqual([true, false, false]);
});
