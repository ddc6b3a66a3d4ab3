import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { spokenClip } from '#features/clips/fixtures/spoken-clip.ts';
import { WorkerInPage } from '#features/clips/fixtures/worker-in-page.ts';
import { createTestApp } from '#test/test-app.ts';
import { fakeBackend } from '#test/fake-backend.ts';
import { postedClipOptions } from './queries.ts';
import { recorderKeys } from './recorder-keys.ts';
import {
  replaceVeilSeed,
  forgetKeptVeilSeed,
  keepVeilSeed,
  veilSeedOptions,
} from './veil-seeds.ts';

const clip = spokenClip(0.2);

function prepare() {
  const { requests } = fakeBackend({});
  const { client, queryClient } = createTestApp();
  return {
    client,
    queryClient,
    requests,
    seedOf: async (takeId: string) =>
      Array.from(await queryClient.fetchQuery(veilSeedOptions(takeId))).join(' '),
  };
}

beforeEach(() => {
  vi.stubGlobal('Worker', WorkerInPage);
  WorkerInPage.isBroken = false;
  return () => vi.restoreAllMocks();
});

describe('the seed of a take', () => {
  it('is the same for that take, and different for the next', async () => {
    const { seedOf } = prepare();
    const first = await seedOf('first');
    expect(first.split(' ')).toHaveLength(4);
    expect(await seedOf('first')).toBe(first);
    expect(await seedOf('second')).not.toBe(first);
  });

  it('is removed with the take', async () => {
    const { queryClient, seedOf } = prepare();
    const first = await seedOf('first');
    queryClient.removeQueries({ queryKey: recorderKeys.take('first') });
    expect(queryClient.getQueryCache().getAll()).toMatchObject([{ state: { data: null } }]);
    expect(await seedOf('first')).not.toBe(first);
  });

  it('is used for the next takes while it is kept', async () => {
    const { queryClient, seedOf } = prepare();
    const first = await seedOf('first');
    await keepVeilSeed(queryClient, 'first');
    queryClient.removeQueries({ queryKey: recorderKeys.take('first') });
    expect(await seedOf('second')).toBe(first);
    forgetKeptVeilSeed(queryClient);
    expect(await seedOf('second')).toBe(first);
    expect(await seedOf('third')).not.toBe(first);
  });

  it('is replaced on request, also as the kept seed', async () => {
    const { queryClient, seedOf } = prepare();
    const first = await seedOf('first');
    replaceVeilSeed(queryClient, 'first');
    const other = await seedOf('first');
    expect(other).not.toBe(first);
    expect(await seedOf('second'), 'no seed is kept').not.toBe(other);
    await keepVeilSeed(queryClient, 'first');
    replaceVeilSeed(queryClient, 'first');
    expect(await seedOf('third')).toBe(await seedOf('first'));
  });

  it('is not kept for another session', async () => {
    const { queryClient, seedOf } = prepare();
    const first = await seedOf('first');
    await keepVeilSeed(queryClient, 'first');
    // The app does the same when the session changes.
    queryClient.removeQueries({ type: 'inactive' });
    expect(await seedOf('second')).not.toBe(first);
  });
});

it('a seed is in no request, no storage and no log', async () => {
  const logs = ['error', 'warn', 'info', 'log', 'debug'] as const;
  const logged = logs.map((name) => vi.spyOn(console, name).mockImplementation(() => {}));
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  const { client, queryClient, requests, seedOf } = prepare();
  const take = { id: crypto.randomUUID(), clip };
  await queryClient.fetchQuery(postedClipOptions(client, take, 'veil'));
  await seedOf(take.id);
  await keepVeilSeed(queryClient, take.id);
  expect(requests).toEqual([]);
  expect(put).not.toHaveBeenCalled();
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  for (const log of logged) expect(log).not.toHaveBeenCalled();
});
