import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { areSame } from '@undertone/voice/testing/same';
import { spokenClip } from '#features/recorder/fixtures/spoken-clip.ts';
import { WorkerInPage } from '#features/recorder/fixtures/worker-in-page.ts';
import { createTestApp } from '#test/test-app.ts';
import { fakeBackend } from '#test/fake-backend.ts';
import { postedClipOptions, remaskAsAnother, transformedClipOptions } from './queries.ts';
import { recorderKeys } from './recorder-keys.ts';
import { drawStranger, forgetKeptStranger, keepStranger, strangerOptions } from './strangers.ts';

const clip = spokenClip(0.2);

function prepare() {
  const { requests } = fakeBackend({});
  const { client, queryClient } = createTestApp();
  return {
    client,
    queryClient,
    requests,
    strangerOf: async (takeId: string) =>
      Array.from(await queryClient.fetchQuery(strangerOptions(takeId))).join(' '),
  };
}

beforeEach(() => {
  vi.stubGlobal('Worker', WorkerInPage);
  WorkerInPage.isBroken = false;
  return () => vi.restoreAllMocks();
});

describe('the stranger of a take', () => {
  it('stays the same for that take, and is another one for the next', async () => {
    const { strangerOf } = prepare();
    const first = await strangerOf('first');
    expect(first.split(' ')).toHaveLength(4);
    expect(await strangerOf('first')).toBe(first);
    expect(await strangerOf('second')).not.toBe(first);
  });

  it('is forgotten with the take', async () => {
    const { queryClient, strangerOf } = prepare();
    const first = await strangerOf('first');
    queryClient.removeQueries({ queryKey: recorderKeys.take('first') });
    expect(queryClient.getQueryCache().getAll()).toMatchObject([{ state: { data: null } }]);
    expect(await strangerOf('first')).not.toBe(first);
  });

  it('speaks in the next takes while it is kept', async () => {
    const { queryClient, strangerOf } = prepare();
    const first = await strangerOf('first');
    await keepStranger(queryClient, 'first');
    queryClient.removeQueries({ queryKey: recorderKeys.take('first') });
    expect(await strangerOf('second')).toBe(first);
    forgetKeptStranger(queryClient);
    expect(await strangerOf('second')).toBe(first);
    expect(await strangerOf('third')).not.toBe(first);
  });

  it('gives way to another on request, who is kept in its place', async () => {
    const { queryClient, strangerOf } = prepare();
    const first = await strangerOf('first');
    drawStranger(queryClient, 'first');
    const other = await strangerOf('first');
    expect(other).not.toBe(first);
    expect(await strangerOf('second'), 'none is kept').not.toBe(other);
    await keepStranger(queryClient, 'first');
    drawStranger(queryClient, 'first');
    expect(await strangerOf('third')).toBe(await strangerOf('first'));
  });

  it('is kept for nobody else: another session begins without any', async () => {
    const { queryClient, strangerOf } = prepare();
    const first = await strangerOf('first');
    await keepStranger(queryClient, 'first');
    // As the app does when the session changes.
    queryClient.removeQueries({ type: 'inactive' });
    expect(await strangerOf('second')).not.toBe(first);
  });
});

it('another stranger is what is heard and posted from then on', async () => {
  const { client, queryClient } = prepare();
  const take = { id: crypto.randomUUID(), clip };
  const heard = async () => {
    const { clip: masked } = await queryClient.fetchQuery(
      transformedClipOptions(client, take, 'veil'),
    );
    return new Uint8Array(await masked.wav.arrayBuffer());
  };
  const posted = async () =>
    (await queryClient.fetchQuery(postedClipOptions(client, take, 'veil'))).clip.audio;
  const [before, postedBefore] = [await heard(), await posted()];
  remaskAsAnother(client, queryClient, take);
  const after = await heard();
  expect(areSame(after, before)).toBe(false);
  expect(await posted()).not.toBe(postedBefore);
  expect(areSame(await heard(), after), 'the next one is not drawn by itself').toBe(true);
});

it('what decides a stranger is in no request, no storage and no log', async () => {
  const logs = ['error', 'warn', 'info', 'log', 'debug'] as const;
  const logged = logs.map((name) => vi.spyOn(console, name).mockImplementation(() => {}));
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  const { client, queryClient, requests, strangerOf } = prepare();
  const take = { id: crypto.randomUUID(), clip };
  await queryClient.fetchQuery(postedClipOptions(client, take, 'veil'));
  await strangerOf(take.id);
  await keepStranger(queryClient, take.id);
  expect(requests).toEqual([]);
  expect(put).not.toHaveBeenCalled();
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  for (const log of logged) expect(log).not.toHaveBeenCalled();
});
