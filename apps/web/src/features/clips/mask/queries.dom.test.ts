import { CancelledError } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp } from '#test/test-app.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { toBase64 } from './base64.ts';
import { mp3Encoder } from '#features/clips/fixtures/mp3-encoder.ts';
import { spokenClip } from '#features/clips/fixtures/spoken-clip.ts';
import { WorkerInPage } from '#features/clips/fixtures/worker-in-page.ts';
import { prefetchFilters } from './prefetch-filters.ts';
import { maskedClipOptions, postedClipOptions, transformedClipOptions } from './queries.ts';
import { recorderKeys } from './recorder-keys.ts';
import { newVeilSeed, shareVeilSeed } from './veil-seeds.ts';

const TRANSFORM = 'POST /functions/v1/voice-transform';
const clip = spokenClip(1.3);
const masks = ['veil', 'deep', 'chipmunk', 'robot', 'echo', 'vintage', 'megaphone'] as const;

/** An app with a take, and the requests that it sends. */
function prepare(answers: Parameters<typeof fakeBackend>[0] = {}) {
  const { requests } = fakeBackend(answers);
  const take = { id: crypto.randomUUID(), clip };
  const { client, queryClient } = createTestApp();
  return {
    client,
    queryClient,
    requests,
    take,
    post: (filterId: (typeof masks)[number] | 'original') =>
      queryClient.fetchQuery(postedClipOptions(client, take, filterId)),
    transformed: (filterId: (typeof masks)[number]) =>
      queryClient.getQueryData(transformedClipOptions(client, take, filterId).queryKey),
  };
}

beforeEach(() => {
  vi.stubGlobal('Worker', WorkerInPage);
  WorkerInPage.isBroken = false;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  return () => {
    WorkerInPage.isBroken = false;
    WorkerInPage.loadEncoder = async () => null;
    vi.restoreAllMocks();
  };
});

describe('prefetching filters', () => {
  it('applies every filter on the device, and sends nothing', async () => {
    const { queryClient, take, transformed, requests } = prepare();
    await prefetchFilters(queryClient, take, new AbortController().signal);
    for (const filterId of masks) {
      expect([filterId, transformed(filterId)?.by]).toEqual([filterId, 'device']);
    }
    expect(requests).toEqual([]);
  });

  it('starts with Veil, which is first in the list and takes longest', async () => {
    const postMessage = vi.spyOn(WorkerInPage.prototype, 'postMessage');
    const { queryClient, take } = prepare();
    await prefetchFilters(queryClient, take, new AbortController().signal);
    const applied = postMessage.mock.calls.map(([job]) => 'filterId' in job && job.filterId);
    expect([applied.length, ...applied.slice(0, 2)]).toEqual([masks.length, 'veil', 'deep']);
  });

  it('sends nothing to the server when the device cannot mask', async () => {
    WorkerInPage.isBroken = true;
    const { queryClient, take, transformed, requests } = prepare();
    await prefetchFilters(queryClient, take, new AbortController().signal);
    expect(masks.map(transformed)).toEqual(masks.map(() => undefined));
    expect(requests).toEqual([]);
  });

  it('stops when the page is left', async () => {
    const { queryClient, take, transformed } = prepare();
    const leaving = new AbortController();
    const masking = prefetchFilters(queryClient, take, leaving.signal);
    leaving.abort();
    await masking;
    expect(masks.map(transformed)).toEqual(masks.map(() => undefined));
  });

  it('applies a filter only once that is chosen meanwhile', async () => {
    const postMessage = vi.spyOn(WorkerInPage.prototype, 'postMessage');
    const { client, queryClient, take } = prepare();
    const masking = prefetchFilters(queryClient, take, new AbortController().signal);
    const chosen = await queryClient.fetchQuery(transformedClipOptions(client, take, 'deep'));
    expect(chosen.by).toBe('device');
    await masking;
    expect(postMessage).toHaveBeenCalledTimes(masks.length);
  });
});

it('a take in the voice of a conversation is never sent to the server', async () => {
  WorkerInPage.isBroken = true;
  const { client, queryClient, take, requests } = prepare();
  shareVeilSeed(queryClient, take.id, newVeilSeed());
  const { by } = await queryClient.fetchQuery(transformedClipOptions(client, take, 'veil'));
  expect(by).toBe('original');
  expect(requests).toEqual([]);
});

describe('a discarded take', () => {
  it('is not masked any more, nor sent to the server', async () => {
    const { client, queryClient, take, requests } = prepare();
    const choice = queryClient.fetchQuery(transformedClipOptions(client, take, 'deep'));
    const masking = prefetchFilters(queryClient, take, new AbortController().signal);
    queryClient.removeQueries({ queryKey: recorderKeys.take(take.id) });
    await expect(choice).rejects.toBeInstanceOf(CancelledError);
    await masking;
    expect(queryClient.getQueriesData({ queryKey: recorderKeys.take(take.id) })).toEqual([]);
    expect(requests).toEqual([]);
  });
});

describe('a posted clip', () => {
  it('is made of the masked take, with the masked duration', async () => {
    WorkerInPage.loadEncoder = () => mp3Encoder;
    const { post, requests } = prepare();
    const { clip: posted, by } = await post('chipmunk');
    expect(by).toBe('device');
    expect(posted.audio.type).toBe('audio/mpeg');
    expect(posted.duration).toBeCloseTo(1, 1);
    expect(posted.peaks).toHaveLength(100);
    expect(requests).toEqual([]);
  });

  it('is made on the device for the original voice', async () => {
    const { post, requests } = prepare();
    const { clip: posted, by } = await post('original');
    expect(by).toBe('device');
    expect(posted.audio.type).toBe('audio/wav');
    expect(posted.duration).toBe(clip.duration);
    expect(requests).toEqual([]);
  });

  it('is made of the server’s response when the device cannot mask', async () => {
    WorkerInPage.isBroken = true;
    const answer = spokenClip(2);
    const { post, requests } = prepare({
      [TRANSFORM]: async () => json({ success: true, audioData: await toBase64(answer.wav) }),
    });
    const { clip: posted, by } = await post('robot');
    expect(by).toBe('server');
    expect(posted.duration).toBe(2);
    expect(requests).toHaveLength(1);
  });

  it('is marked as the original when it could not be masked, and is made again on the next call', async () => {
    WorkerInPage.isBroken = true;
    const { post } = prepare();
    expect(await post('robot')).toMatchObject({ by: 'original', clip: { audio: clip.wav } });
    WorkerInPage.isBroken = false;
    expect(await post('robot')).toMatchObject({ by: 'device' });
  });

  it('is made even when the query of its masked clip is cancelled', async () => {
    const { client, queryClient, take, post } = prepare();
    const posting = post('deep');
    const { queryKey } = transformedClipOptions(client, take, 'deep');
    await queryClient.cancelQueries({ queryKey });
    expect((await posting).by).toBe('device');
  });

  it('is made once, even when the same filter is applied for a preview', async () => {
    const { client, queryClient, take, post } = prepare();
    const first = await post('deep');
    await queryClient.fetchQuery(maskedClipOptions(take, 'deep'));
    await queryClient.fetchQuery(transformedClipOptions(client, take, 'deep'));
    expect(await post('deep')).toBe(first);
  });
});
