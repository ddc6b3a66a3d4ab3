import { CancelledError } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp } from '#test/test-app.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { toBase64 } from './base64.ts';
import { spokenClip } from '#features/clips/fixtures/spoken-clip.ts';
import { WorkerInPage } from '#features/clips/fixtures/worker-in-page.ts';
import { transformClip } from './transform-clip.ts';

const TRANSFORM = 'POST /functions/v1/voice-transform';
const original = spokenClip(1.3);
const masked = spokenClip(1);
const noSignal = new AbortController().signal;

const byDevice = async () => masked;
const notByDevice = () => Promise.reject(new Error('The voice worker failed.'));

/** Applies a filter, with the given answers of the server. */
function transform(
  answers: Parameters<typeof fakeBackend>[0],
  maskOnDevice: Parameters<typeof transformClip>[3],
  signal = noSignal,
) {
  const { requests } = fakeBackend(answers);
  const { client } = createTestApp();
  return { requests, result: transformClip(client, original, 'echo', maskOnDevice, signal) };
}

beforeEach(() => {
  vi.stubGlobal('Worker', WorkerInPage);
  WorkerInPage.isBroken = false;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  return () => vi.restoreAllMocks();
});

it('the device applies the filter without sending anything', async () => {
  const { requests, result } = transform({}, byDevice);
  expect(await result).toEqual({ clip: masked, by: 'device' });
  expect(requests).toEqual([]);
});

describe('the server, when the device cannot apply the filter,', () => {
  it('receives clip and filter, and returns the result', async () => {
    const answer = spokenClip(2);
    const answers = {
      [TRANSFORM]: async () => json({ success: true, audioData: await toBase64(answer.wav) }),
    };
    const { requests, result } = transform(answers, notByDevice);
    const { clip, by } = await result;
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
    ['sends no valid audio', () => json({ success: true, audioData: btoa('<html>') })],
    ['sends no base64', () => json({ success: true, audioData: '%%%' })],
    ['is out of reach', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('%s: the result is the original clip', async (_, answer) => {
    const { result } = transform({ [TRANSFORM]: answer }, notByDevice);
    expect(await result).toEqual({ clip: original, by: 'original' });
  });
});

describe('the unmasked take', () => {
  it('is not sent when another filter was chosen meanwhile', async () => {
    const choice = new AbortController();
    const chooseAnother = () => {
      choice.abort();
      return notByDevice();
    };
    const { requests, result } = transform({}, chooseAnother, choice.signal);
    await expect(result).rejects.toMatchObject({ name: 'AbortError' });
    expect(requests).toEqual([]);
  });

  it('is not sent when the take was deleted', async () => {
    const { requests, result } = transform({}, () => Promise.reject(new CancelledError()));
    await expect(result).rejects.toBeInstanceOf(CancelledError);
    expect(requests).toEqual([]);
  });
});

it('an abort cancels the request to the server', async () => {
  const choice = new AbortController();
  const answers = {
    [TRANSFORM]: (request: Request) =>
      new Promise<Response>((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason));
        choice.abort();
      }),
  };
  const { requests, result } = transform(answers, notByDevice, choice.signal);
  await expect(result).rejects.toMatchObject({ name: 'AbortError' });
  expect(requests).toHaveLength(1);
});
