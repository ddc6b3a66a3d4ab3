import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp } from '#test/test-app.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { toBase64 } from './base64.ts';
import { spokenClip } from '#features/recorder/fixtures/spoken-clip.ts';
import { WorkerInPage } from '#features/recorder/fixtures/worker-in-page.ts';
import { transformClip } from './transform-clip.ts';

const TRANSFORM = 'POST /functions/v1/voice-transform';
const original = spokenClip(1.3);
const noSignal = new AbortController().signal;

beforeEach(() => {
  vi.stubGlobal('Worker', WorkerInPage);
  WorkerInPage.isBroken = false;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  return () => vi.restoreAllMocks();
});

describe('the server', () => {
  it('receives clip and filter, and its audio is the result', async () => {
    const answer = spokenClip(2);
    const { requests } = fakeBackend({
      [TRANSFORM]: async () => json({ success: true, audioData: await toBase64(answer.wav) }),
    });
    const { clip, by } = await transformClip(createTestApp().client, original, 'echo', noSignal);
    expect(by).toBe('server');
    expect(clip.duration).toBe(2);
    expect(clip.peaks).toEqual(answer.peaks);
    expect(await requests[0]?.json()).toEqual({
      audioData: await toBase64(original.wav),
      filterId: 'echo',
    });
  });

  it.each([
    ['answers with an error', () => json({ error: 'busy' }, 500)],
    ['reports no success', () => json({ success: false, audioData: 'UklGRg==' })],
    ['sends no audio', () => json({ success: true })],
    ['sends what is no audio', () => json({ success: true, audioData: btoa('<html>') })],
    ['sends no base64', () => json({ success: true, audioData: '%%%' })],
    ['is out of reach', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('that %s leaves it to the device', async (_, answer) => {
    fakeBackend({ [TRANSFORM]: answer });
    const { clip, by } = await transformClip(
      createTestApp().client,
      original,
      'chipmunk',
      noSignal,
    );
    expect(by).toBe('device');
    expect(clip.duration).toBeCloseTo(1, 3);
  });
});

it('the result is the original when neither server nor device can apply the filter', async () => {
  fakeBackend({});
  WorkerInPage.isBroken = true;
  expect(await transformClip(createTestApp().client, original, 'robot', noSignal)).toEqual({
    clip: original,
    by: 'original',
  });
});

it('an abort cancels the server’s request and starts nothing on the device', async () => {
  const choice = new AbortController();
  const { requests } = fakeBackend({
    [TRANSFORM]: (request) =>
      new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason));
        choice.abort();
      }),
  });
  await expect(
    transformClip(createTestApp().client, original, 'robot', choice.signal),
  ).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(requests).toHaveLength(1);
});
