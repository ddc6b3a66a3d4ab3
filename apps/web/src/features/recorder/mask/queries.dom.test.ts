import { CancelledError } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp } from '#test/test-app.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { toBase64 } from './base64.ts';
import { mp3Encoder } from '#features/recorder/fixtures/mp3-encoder.ts';
import { spokenClip } from '#features/recorder/fixtures/spoken-clip.ts';
import { WorkerInPage } from '#features/recorder/fixtures/worker-in-page.ts';
import { maskAhead } from './mask-ahead.ts';
import { maskedClipOptions, postedClipOptions, transformedClipOptions } from './queries.ts';
import { recorderKeys } from './recorder-keys.ts';

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

describe('masking ahead', () => {
  it('applies every filter on the device, and nothing is sent', async () => {
    const { queryClient, take, transformed, requests } = prepare();
    await maskAhead(queryClient, take, new AbortController().signal);
    for (const filterId of masks) {
      expect([filterId, transformed(filterId)?.by]).toEqual([filterId, 'device']);
    }
    expect(requests).toEqual([]);
  });

  it('begins with Veil, which is the first of the list and takes longest', async () => {
    const postMessage = vi.spyOn(WorkerInPage.prototype, 'postMessage');
    const { queryClient, take } = prepare();
    await maskAhead(queryClient, take, new AbortController().signal);
    const applied = postMessage.mock.calls.map(([job]) => 'filterId' in job && job.filterId);
    expect([applied.length, ...applied.slice(0, 2)]).toEqual([masks.length, 'veil', 'deep']);
  });

  it('asks no server where the device cannot mask', async () => {
    WorkerInPage.isBroken = true;
    const { queryClient, take, transformed, requests } = prepare();
    await maskAhead(queryClient, take, new AbortController().signal);
    expect(masks.map(transformed)).toEqual(masks.map(() => undefined));
    expect(requests).toEqual([]);
  });

  it('ends when the page is left', async () => {
    const { queryClient, take, transformed } = prepare();
    const leaving = new AbortController();
    const masking = maskAhead(queryClient, take, leaving.signal);
    leaving.abort();
    await masking;
    expect(masks.map(transformed)).toEqual(masks.map(() => undefined));
  });

  it('makes what is chosen meanwhile once', async () => {
    const postMessage = vi.spyOn(WorkerInPage.prototype, 'postMessage');
    const { client, queryClient, take } = prepare();
    const masking = maskAhead(queryClient, take, new AbortController().signal);
    const chosen = await queryClient.fetchQuery(transformedClipOptions(client, take, 'deep'));
    expect(chosen.by).toBe('device');
    await masking;
    expect(postMessage).toHaveBeenCalledTimes(masks.length);
  });
});

describe('a discarded take', () => {
  it('is masked no further, and not by the server', async () => {
    const { client, queryClient, take, requests } = prepare();
    const choice = queryClient.fetchQuery(transformedClipOptions(client, take, 'deep'));
    const masking = maskAhead(queryClient, take, new AbortController().signal);
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

  it('of the original voice is made on the device', async () => {
    const { post, requests } = prepare();
    const { clip: posted, by } = await post('original');
    expect(by).toBe('device');
    expect(posted.audio.type).toBe('audio/wav');
    expect(posted.duration).toBe(clip.duration);
    expect(requests).toEqual([]);
  });

  it('is made of the server’s answer where the device cannot mask', async () => {
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

  it('that nobody could mask is said to be the original, and is tried again', async () => {
    WorkerInPage.isBroken = true;
    const { post } = prepare();
    expect(await post('robot')).toMatchObject({ by: 'original', clip: { audio: clip.wav } });
    WorkerInPage.isBroken = false;
    expect(await post('robot')).toMatchObject({ by: 'device' });
  });

  it('is made also when whoever had asked for its mask is gone', async () => {
    const { client, queryClient, take, post } = prepare();
    const posting = post('deep');
    const { queryKey } = transformedClipOptions(client, take, 'deep');
    await queryClient.cancelQueries({ queryKey });
    expect((await posting).by).toBe('device');
  });

  it('is made once, also when the same is masked again for a preview', async () => {
    const { client, queryClient, take, post } = prepare();
    const first = await post('deep');
    await queryClient.fetchQuery(maskedClipOptions(take, 'deep'));
    await queryClient.fetchQuery(transformedClipOptions(client, take, 'deep'));
    expect(await post('deep')).toBe(first);
  });
});
