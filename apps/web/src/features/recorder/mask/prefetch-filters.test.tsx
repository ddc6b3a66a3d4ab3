import { renderHook, waitFor } from '@testing-library/react';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppProvider } from '#app/app-provider.tsx';
import { spokenClip } from '#features/recorder/fixtures/spoken-clip.ts';
import { WorkerInPage } from '#features/recorder/fixtures/worker-in-page.ts';
import { INITIAL_STATE } from '#features/recorder/recorder-state.ts';
import { EMPTY_DRAFT, type DropDraft } from '#features/recorder/take/take.ts';
import { createTestApp } from '#test/test-app.ts';
import { fakeBackend } from '#test/fake-backend.ts';
import { soundOf } from '#features/recorder/take/take-sound.ts';
import { recorderKeys } from './recorder-keys.ts';
import { usePrefetchFilters } from './prefetch-filters.ts';

const spoken = spokenClip(0.2);

/** Runs the hook for a new take with a form. */
function openForm(draft: Partial<DropDraft>, clip = spoken) {
  const { requests } = fakeBackend({});
  const app = createTestApp();
  const take = { id: crypto.randomUUID(), ...soundOf(clip) };
  const { rerender, unmount } = renderHook(
    (change: Partial<DropDraft>) =>
      usePrefetchFilters({
        ...INITIAL_STATE,
        take,
        draft: { ...EMPTY_DRAFT, ...change },
      }),
    {
      initialProps: draft,
      wrapper: ({ children }) => <AppProvider app={app}>{children}</AppProvider>,
    },
  );
  const has = (key: readonly unknown[]) => app.queryClient.getQueryData(key) !== undefined;
  return {
    requests,
    rerender,
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
