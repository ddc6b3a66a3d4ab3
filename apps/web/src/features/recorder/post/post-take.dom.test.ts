import 'fake-indexeddb/auto';
import { readWav } from '@undertone/voice/read-wav';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { areSame } from '@undertone/voice/testing/same';
import { STALL_TIMEOUT } from '#lib/fetch-with-progress.ts';
import type { App } from '#lib/app.ts';
import { dropRow } from '#test/drop-rows.ts';
import { mp3Encoder } from '#features/clips/fixtures/mp3-encoder.ts';
import { createTestApp } from '#test/test-app.ts';
import { fakeBackend, json, neverAnswers } from '#test/fake-backend.ts';
import { rememberSession, sessionOf } from '#test/session.ts';
import { XhrOverFetch } from '#test/xhr-over-fetch.ts';
import { EMPTY_DROP_DRAFT, type DropDraft } from '#features/recorder/drop-draft.ts';
import { postTake } from './post-take.ts';
import { createTake, readTake, updateTake } from '#features/clips/take/take-store.ts';
import { spokenClip } from '#features/clips/fixtures/spoken-clip.ts';
import type { MaskedPost } from '#features/clips/mask/queries.ts';
import { recorderKeys } from '#features/clips/mask/recorder-keys.ts';
import { WorkerInPage } from '#features/clips/fixtures/worker-in-page.ts';

const userId = sessionOf('ada').user.id;
const clip = spokenClip(1.3);

const NOW = 1_795_000_000_000;
const path = `${userId}/${NOW}-voice-drop.wav`;
const laterPath = `${userId}/${NOW + 1}-voice-drop.wav`;
const at = (where: string) => `/storage/v1/object/voice-drops/${where}`;
const UPLOAD = `POST ${at(path)}`;
const UPLOAD_LATER = `POST ${at(laterPath)}`;
const INSERT = 'POST /rest/v1/voice_drops';
const REMOVE = 'DELETE /storage/v1/object/voice-drops';

const uploaded = () => json({ Id: '1', Key: 'k' });
const inserted = () => new Response(null, { status: 201 });
const removed = () => json([]);
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const alreadyThere = () =>
  json({ statusCode: '409', error: 'Duplicate', message: 'The resource already exists' }, 400);

/** A backend that accepts everything, a stored take, and the function to post it. */
async function prepare() {
  const take = { id: crypto.randomUUID(), clip };
  const answers: Parameters<typeof fakeBackend>[0] = {
    [UPLOAD]: uploaded,
    [UPLOAD_LATER]: uploaded,
    [INSERT]: inserted,
    [REMOVE]: removed,
  };
  const { requests } = fakeBackend(answers);
  rememberSession('ada');
  await createTake({
    id: take.id,
    userId,
    mimeType: 'audio/webm',
    startedAt: 1,
    draft: EMPTY_DROP_DRAFT,
    upload: null,
  });

  const app = createTestApp();
  const progress: number[] = [];
  const onProgress = (share: number) => void progress.push(share);
  return {
    app,
    answers,
    progress,
    take,
    /** The URLs and headers of all requests. */
    sent: () => requests.map(({ url, headers }) => JSON.stringify([url, ...headers])),
    post: (change: Partial<DropDraft> = {}, signal = new AbortController().signal, by: App = app) =>
      postTake(
        by,
        { userId, take, draft: { ...EMPTY_DROP_DRAFT, ...change } },
        { signal, onProgress },
      ),
    /** The requests that change data, by method and path. */
    calls: () =>
      requests
        .map(({ method, url }) => `${method} ${new URL(url).pathname}`)
        .filter((call) => call.includes('voice-drops') || call.includes('voice_drops')),
    lastOf: (call: string) =>
      requests.findLast(({ method, url }) => `${method} ${new URL(url).pathname}` === call),
    isStored: async () => (await readTake(take.id)) !== undefined,
  };
}

const bytesOf = async (request: Request | undefined) =>
  new Uint8Array((await request?.arrayBuffer()) ?? []);

const problem = (name: string) => ({ name: 'PostError', problem: name });

beforeEach(() => {
  vi.stubGlobal('Worker', WorkerInPage);
  WorkerInPage.isBroken = false;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

describe('a post', () => {
  it('uploads the WAV, writes the drop and deletes the take', async () => {
    const { post, calls, lastOf, isStored, progress } = await prepare();
    await post({ description: 'The #Sea was loud', privacy: 'followers' });

    expect(calls()).toEqual([UPLOAD, INSERT]);
    const upload = lastOf(UPLOAD);
    expect(Object.fromEntries(upload?.headers ?? [])).toMatchObject({
      'content-type': 'audio/wav',
      'x-upsert': 'false',
      apikey: 'sb_publishable_test',
      authorization: `Bearer ${sessionOf('ada').access_token}`,
    });
    expect((await upload?.arrayBuffer())?.byteLength).toBe(clip.wav.size);
    expect(new URL(lastOf(INSERT)?.url ?? '').searchParams.get('select')).toContain('author');
    expect(await lastOf(INSERT)?.json()).toEqual({
      user_id: userId,
      title: 'The #Sea was loud',
      audio_url: `http://undertone.test/storage/v1/object/public/voice-drops/${path}`,
      filter_used: 'original',
      duration: clip.duration,
      hashtags: ['sea'],
      privacy_level: 'followers',
      is_sensitive: false,
      waveform: expect.any(Array),
    });
    expect(progress.at(-1)).toBe(1);
    await expect.poll(isStored).toBe(false);
  });

  it('gets the title of its filter without a description, and the duration of the filtered clip', async () => {
    const { post, lastOf } = await prepare();
    await post({ filterId: 'chipmunk' });
    const drop = await lastOf(INSERT)?.json();
    expect(drop).toMatchObject({
      title: 'Voice Drop with High Pitch filter',
      filter_used: 'chipmunk',
    });
    expect(drop.duration).toBeCloseTo(1, 3);
  });

  it('is never sent unmasked when its filter could not be applied', async () => {
    WorkerInPage.isBroken = true;
    const { post, calls, isStored } = await prepare();
    await expect(post({ filterId: 'robot' })).rejects.toMatchObject(problem('unmasked'));
    expect(calls()).toEqual([]);
    expect(await isStored()).toBe(true);
  });

  it('is refused if its filter makes it longer than five minutes', async () => {
    const { post, calls, isStored, app, take } = await prepare();
    const masked: MaskedPost = {
      clip: { audio: clip.wav, duration: 300.1, peaks: [] },
      by: 'device',
    };
    app.queryClient.setQueryData(recorderKeys.posted(take, 'deep'), masked);
    await expect(post({ filterId: 'deep' })).rejects.toMatchObject(problem('too-long'));
    expect(calls()).toEqual([]);
    expect(await isStored()).toBe(true);
  });

  it('reads the drop in the request that writes it', async () => {
    const { post, answers, calls } = await prepare();
    answers[INSERT] = () => json(dropRow('new', { audio_path: path }), 201);
    expect(await post()).toMatchObject({ id: 'new', audioPath: path });
    expect(calls()).toEqual([UPLOAD, INSERT]);
  });

  it('is an MP3 when the device has an encoder', async () => {
    WorkerInPage.loadEncoder = async () => await mp3Encoder;
    onTestFinished(() => void (WorkerInPage.loadEncoder = async () => null));
    const { post, answers, lastOf } = await prepare();
    const UPLOAD_MP3 = UPLOAD.replace('.wav', '.mp3');
    answers[UPLOAD_MP3] = uploaded;
    await post();
    expect(lastOf(UPLOAD_MP3)?.headers.get('content-type')).toBe('audio/mpeg');
    const row = await lastOf(INSERT)?.json();
    expect(row.audio_url).toMatch(/-voice-drop\.mp3$/);
  });

  it('is refused for another account than the one that recorded the take', async () => {
    const { post, calls } = await prepare();
    rememberSession('bob');
    await expect(post()).rejects.toMatchObject(problem('signed-out'));
    expect(calls()).toEqual([]);
  });
});

describe('a post that can wait', () => {
  it('sends nothing without a network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { post, calls, isStored } = await prepare();
    await expect(post()).rejects.toMatchObject(problem('offline'));
    expect(calls()).toEqual([]);
    expect(await isStored()).toBe(true);
  });

  it.each([
    ['the upload', UPLOAD],
    ['the row', INSERT],
  ])('is reported when the network is lost during %s', async (_what, call) => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    const { post, answers, calls, isStored } = await prepare();
    answers[call] = () => {
      onLine.mockReturnValue(false);
      return lost();
    };
    await expect(post()).rejects.toMatchObject(problem('offline'));
    expect(calls()).not.toContain(REMOVE);
    expect(await isStored()).toBe(true);
  });

  it.each([
    ['gets no response', 'offline', () => json({ message: 'Bad Gateway' }, 502)],
    [
      'was ended',
      'signed-out',
      () => json({ code: 'refresh_token_not_found', message: 'no' }, 400),
    ],
  ])('with an expired session that %s is reported as %s', async (_what, reason, answer) => {
    const { post, answers, calls, isStored } = await prepare();
    rememberSession('ada', { expiresIn: -60 });
    answers['POST /auth/v1/token'] = answer;
    vi.useFakeTimers({ now: NOW });
    const outcome = post().catch((cause: unknown) => cause);
    // auth-js retries for half a minute; the post does not wait for that.
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await outcome).toMatchObject(problem(reason));
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(calls()).toEqual([]);
    expect(await isStored()).toBe(true);
  });
});

describe('a failed post', () => {
  it.each([
    ['is refused', () => json({ message: 'full' }, 500), 'upload-failed'],
    ['breaks off', lost, 'upload-failed'],
    ['meets an ended session', () => json({ message: 'jwt expired' }, 401), 'signed-out'],
  ])('writes nothing and keeps the take when the upload %s', async (_, answer, reason) => {
    const { post, answers, calls, isStored } = await prepare();
    answers[UPLOAD] = answer;
    await expect(post()).rejects.toMatchObject(problem(reason));
    expect(calls()).toEqual([UPLOAD]);
    expect(await isStored()).toBe(true);
  });

  it('inserts no drop and keeps the take when its upload stalls', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW });
    XhrOverFetch.sent = 40;
    onTestFinished(() => void (XhrOverFetch.sent = 100));
    const { post, answers, calls, isStored } = await prepare();
    const requested = Promise.withResolvers<void>();
    answers[UPLOAD] = (request) => {
      requested.resolve();
      return neverAnswers(request);
    };
    const outcome = post().catch((cause: unknown) => cause);
    await requested.promise;
    await vi.advanceTimersByTimeAsync(STALL_TIMEOUT);
    expect(await outcome).toMatchObject(problem('upload-failed'));
    expect(calls()).toEqual([UPLOAD]);
    expect(await isStored()).toBe(true);
  });

  it('removes the uploaded clip when the drop was refused', async () => {
    const { post, answers, calls, lastOf, isStored } = await prepare();
    answers[INSERT] = () => json({ code: '42501', message: 'not allowed' }, 403);
    await expect(post()).rejects.toMatchObject(problem('save-failed'));
    expect(calls()).toEqual([UPLOAD, INSERT, REMOVE]);
    expect(await lastOf(REMOVE)?.json()).toEqual({ prefixes: [path] });
    expect(await isStored()).toBe(true);
  });

  it('removes a clip that may have been uploaded when it was cancelled', async () => {
    const cancel = new AbortController();
    const { post, answers, calls, isStored } = await prepare();
    answers[UPLOAD] = () => {
      cancel.abort();
      return uploaded();
    };
    await expect(post({}, cancel.signal)).rejects.toMatchObject(problem('cancelled'));
    expect(calls()).toEqual([UPLOAD, REMOVE]);
    expect(await isStored()).toBe(true);
  });
});

it('a post that is cancelled while its filter is applied uploads nothing', async () => {
  const cancel = new AbortController();
  WorkerInPage.isBroken = true;
  const { post, answers, calls, isStored } = await prepare();
  answers['POST /functions/v1/voice-transform'] = () => {
    cancel.abort();
    return lost();
  };
  await expect(post({ filterId: 'deep' }, cancel.signal)).rejects.toMatchObject(
    problem('cancelled'),
  );
  expect(calls()).toEqual([]);
  expect(await isStored()).toBe(true);
});

const UNUSED = 'POST /rest/v1/rpc/unused_uploads';

it('a finished post removes unused files of an earlier day', async () => {
  const { post, answers, calls, lastOf } = await prepare();
  answers[UNUSED] = () => json([`${userId}/left.wav`]);
  await post();
  await vi.waitFor(() => expect(calls()).toEqual([UPLOAD, INSERT, REMOVE]));
  expect(await lastOf(REMOVE)?.json()).toEqual({ prefixes: [`${userId}/left.wav`] });
});

describe('a post that exceeds the quota', () => {
  const refused = () =>
    json({ statusCode: '403', error: 'Unauthorized', message: 'too many files' }, 400);

  it('succeeds after unused files were removed', async () => {
    const { post, answers, calls, lastOf } = await prepare();
    answers[UPLOAD] = refused;
    answers[UNUSED] = () => json([`${userId}/left.wav`]);
    answers[REMOVE] = () => {
      answers[UPLOAD] = uploaded;
      return removed();
    };
    await post();
    expect(calls()).toEqual([UPLOAD, REMOVE, UPLOAD, INSERT]);
    expect(await lastOf(REMOVE)?.json()).toEqual({ prefixes: [`${userId}/left.wav`] });
  });

  it('fails when no file can be removed', async () => {
    const { post, answers, calls } = await prepare();
    answers[UPLOAD] = refused;
    answers[UNUSED] = () => json([]);
    await expect(post()).rejects.toMatchObject(problem('upload-failed'));
    expect(calls()).toEqual([UPLOAD]);
  });
});

describe('another attempt', () => {
  /** A first attempt whose drop may have been inserted, because the response was lost. */
  async function afterLostInsert(change: Partial<DropDraft> = {}) {
    const first = await prepare();
    Object.assign(first.answers, { [INSERT]: lost, [REMOVE]: lost });
    await expect(first.post(change)).rejects.toMatchObject(problem('save-failed'));
    return first;
  }

  it('uploads to the same path, and does not overwrite an existing clip', async () => {
    const { post, answers, calls, isStored } = await afterLostInsert();
    vi.setSystemTime(NOW + 1);
    Object.assign(answers, { [UPLOAD]: alreadyThere, [INSERT]: inserted });
    await post();
    expect(calls().slice(-2)).toEqual([UPLOAD, INSERT]);
    await expect.poll(isStored).toBe(false);
  });

  it('finds the drop that was inserted although the response was lost', async () => {
    const { post, answers, isStored } = await afterLostInsert();
    const message = 'duplicate key value violates unique constraint "voice_drops_audio_path_key"';
    Object.assign(answers, {
      [UPLOAD]: alreadyThere,
      [INSERT]: () => json({ code: '23505', message }, 409),
    });
    await post();
    await expect.poll(isStored).toBe(false);
  });

  it('finds the drop that was written with a file of another type, and writes no second one', async () => {
    const { post, answers, calls, isStored } = await afterLostInsert();
    // After a reload the encoder is available.
    WorkerInPage.loadEncoder = async () => await mp3Encoder;
    onTestFinished(() => void (WorkerInPage.loadEncoder = async () => null));
    answers['GET /rest/v1/voice_drops'] = () => json(dropRow('written', { audio_path: path }));
    const before = calls().length;
    expect(await post({}, undefined, createTestApp())).toMatchObject({ id: 'written' });
    expect(calls().slice(before)).toEqual(['GET /rest/v1/voice_drops']);
    await expect.poll(isStored).toBe(false);
  });

  it('uploads to another path with another filter, and removes the earlier clip', async () => {
    const { post, answers, calls, lastOf } = await afterLostInsert({ filterId: 'deep' });
    vi.setSystemTime(NOW + 1);
    Object.assign(answers, { [INSERT]: inserted, [REMOVE]: removed });
    await post({ filterId: 'echo' });
    // The first attempt could not remove the clip.
    expect(calls()).toEqual([UPLOAD, INSERT, REMOVE, REMOVE, UPLOAD_LATER, INSERT]);
    expect(await lastOf(REMOVE)?.json()).toEqual({ prefixes: [path] });
  });

  it('uploads to another path with another seed of Veil, and removes the earlier clip', async () => {
    const { post, answers, calls, lastOf } = await afterLostInsert({ filterId: 'veil' });
    const first = await bytesOf(lastOf(UPLOAD));
    vi.setSystemTime(NOW + 1);
    Object.assign(answers, { [INSERT]: inserted, [REMOVE]: removed });
    answers['GET /rest/v1/voice_drops'] = () => json(null);
    // After a reload the seed is gone.
    await post({ filterId: 'veil' }, undefined, createTestApp());
    expect(calls().slice(-3)).toEqual([REMOVE, UPLOAD_LATER, INSERT]);
    expect(await lastOf(REMOVE)?.json()).toEqual({ prefixes: [path] });
    expect(areSame(await bytesOf(lastOf(UPLOAD_LATER)), first)).toBe(false);
  });
});

describe('a drop masked with Veil', () => {
  it('contains the duration of its clip, but not that of the recording', async () => {
    const { post, lastOf, sent } = await prepare();
    await post({ filterId: 'veil' });
    const { samples, sampleRate } = readWav(await bytesOf(lastOf(UPLOAD)));
    const row = await lastOf(INSERT)?.json();
    expect(row.duration).toBe(samples.length / sampleRate);
    expect(row.duration).not.toBe(clip.duration);
    expect(Object.keys(row).toSorted()).toEqual([
      'audio_url',
      'duration',
      'filter_used',
      'hashtags',
      'is_sensitive',
      'privacy_level',
      'title',
      'user_id',
      'waveform',
    ]);
    // The name contains the time of the post, as does the row.
    expect(row.audio_url).toBe(
      `http://undertone.test/storage/v1/object/public/voice-drops/${path}`,
    );
    for (const each of sent()) expect(each).not.toContain(String(clip.duration));
  });

  it('is stored with its take while its post waits, so that the same clip is posted', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { post, take, lastOf, isStored } = await prepare();
    const duration = clip.duration;
    await updateTake(take.id, { post: { queuedAt: 1, failure: null, duration, peaks: [] } });
    await expect(post({ filterId: 'veil' })).rejects.toMatchObject(problem('offline'));
    const stored = (await readTake(take.id))?.post?.clip;
    expect(stored).toMatchObject({ filterId: 'veil', type: 'audio/wav' });
    onLine.mockReturnValue(true);
    await post({ filterId: 'veil' });
    expect(areSame(await bytesOf(lastOf(UPLOAD)), new Uint8Array(stored?.bytes ?? []))).toBe(true);
    await expect.poll(isStored).toBe(false);
  });
});
