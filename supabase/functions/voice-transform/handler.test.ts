import { Buffer } from 'node:buffer';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readWav } from '../../../packages/voice/src/read-wav.ts';
import { VOICE_FILTER_IDS } from '../../../packages/voice/src/filter-ids.ts';
import { makeSpeech } from '../../../packages/voice/src/testing/speech.ts';
import { filterWav } from '../../../packages/voice/src/filter-wav.ts';
import { writeWav } from '../../../packages/voice/src/write-wav.ts';
import { RequestError } from '../_shared/request-error.ts';
import { MAX_BODY_BYTES, MAX_SECONDS, handle } from './handler.ts';

const CLIP = writeWav(makeSpeech(0.5, 44_100), 44_100);
const URL = 'http://localhost/functions/v1/voice-transform';

/** A caller whom the server knows. */
const handleAsCaller = (request: Request) => handle(request, async () => undefined);

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

const post = (body: string) => handleAsCaller(new Request(URL, { method: 'POST', body }));

const postClip = (audio: Uint8Array, filterId = 'robot') =>
  post(JSON.stringify({ audioData: base64(audio), filterId }));

const RANDOM = Uint32Array.of(1, 2, 3, 4);

describe('a clip', () => {
  test.each(VOICE_FILTER_IDS)('is masked by the filter %s', async (filterId) => {
    const draw = vi.spyOn(crypto, 'getRandomValues').mockImplementation((words) => {
      if (words instanceof Uint32Array) words.set(RANDOM);
      return words;
    });
    onTestFinished(() => draw.mockRestore());
    const response = await postClip(CLIP, filterId);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toEqual({
      success: true,
      audioData: base64(filterWav(CLIP, filterId, { random: RANDOM })),
      mimeType: 'audio/wav',
    });
  });

  test('gets another voice from Veil each time', async () => {
    const texts = await Promise.all([1, 2].map(async () => (await postClip(CLIP, 'veil')).text()));
    expect(new Set(texts).size).toBe(2);
  });

  test('gets the same voice from another filter each time', async () => {
    const texts = await Promise.all(
      [1, 2].map(async () => (await postClip(CLIP, 'vintage')).text()),
    );
    expect(new Set(texts).size).toBe(1);
  });

  test('is masked to its end', async () => {
    const minute = writeWav(makeSpeech(60, 8_000), 8_000);
    const response = await postClip(minute, 'deep');
    const answer: { audioData: string } = await response.json();
    const { samples, sampleRate } = readWav(Buffer.from(answer.audioData, 'base64'));
    expect(samples.length / sampleRate).toBeCloseTo(70.6, 1);
  });

  test('may be empty', async () => {
    const empty = writeWav(new Float32Array(0), 44_100);
    const response = await postClip(empty);
    expect(await response.json()).toMatchObject({ success: true, audioData: base64(empty) });
  });
});

describe('a browser at any origin', () => {
  test('may send a preflight request', async () => {
    const response = await handleAsCaller(new Request(URL, { method: 'OPTIONS' }));
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-methods')).toContain('POST');
    const headers = response.headers.get('access-control-allow-headers');
    for (const name of ['authorization', 'apikey', 'content-type', 'x-client-info']) {
      expect(headers).toContain(name);
    }
  });

  test('may read responses and errors', async () => {
    for (const response of [await postClip(CLIP), await post('?')]) {
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    }
  });
});

describe('a request', () => {
  const request = (change: object) =>
    JSON.stringify({ audioData: base64(CLIP), filterId: 'robot', ...change });
  const wav = (change: (view: DataView) => void) => {
    const bytes = CLIP.slice();
    change(new DataView(bytes.buffer));
    return request({ audioData: base64(bytes) });
  };
  const tooLong = writeWav(new Float32Array((MAX_SECONDS + 0.1) * 8_000), 8_000);

  test.each([
    ['is not JSON', 400, 'invalid_json', 'audio=…'],
    ['is empty', 400, 'invalid_json', ''],
    ['is not an object', 400, 'invalid_request', 'null'],
    ['has no audio', 400, 'invalid_request', request({ audioData: undefined })],
    ['has no filter', 400, 'unknown_filter', request({ filterId: undefined })],
    ['names an unknown filter', 400, 'unknown_filter', request({ filterId: 'Robot' })],
    ['has audio that is not base64', 400, 'invalid_base64', request({ audioData: 'UklGR*' })],
    ['has empty audio', 422, 'not_wav', request({ audioData: '' })],
    [
      'has audio that is not a WAV file',
      422,
      'not_wav',
      request({ audioData: base64(CLIP.slice(1)) }),
    ],
    ['has a WAV file without channels', 422, 'malformed_wav', wav((view) => view.setUint16(22, 0))],
    ['has a compressed WAV file', 422, 'unsupported_wav', wav((view) => view.setUint8(20, 0x55))],
    ['has a clip that is too long', 422, 'clip_too_long', request({ audioData: base64(tooLong) })],
  ])('that %s is rejected with %i %s', async (_title, status, code, body) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    const answer: { error: string } = await response.json();
    expect(answer).toEqual({ success: false, error: answer.error, code });
    expect(answer.error).toMatch(/^\S.+\.$/);
  });

  test.each(['GET', 'PUT', 'DELETE'])('by %s is rejected with 405', async (method) => {
    const response = await handleAsCaller(new Request(URL, { method }));
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST, OPTIONS');
    expect(await response.json()).toMatchObject({ success: false, code: 'method_not_allowed' });
  });

  test('whose Content-Length is too large is rejected with 413 before its body is read', async () => {
    const body = new ReadableStream(
      {
        pull() {
          throw new Error('The body was read.');
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { 'content-length': String(MAX_BODY_BYTES + 1) };
    const response = await handleAsCaller(
      new Request(URL, { method: 'POST', headers, body, duplex: 'half' } as RequestInit),
    );
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ success: false, code: 'body_too_large' });
  });

  test('whose body is too large is rejected with 413 before all of it is read', async () => {
    const chunk = new Uint8Array(1024 * 1024).fill(32);
    let sent = 0;
    let cancelled = false;
    const body = new ReadableStream({
      pull(controller) {
        sent += chunk.length;
        controller.enqueue(chunk);
      },
      cancel() {
        cancelled = true;
      },
    });
    const response = await handleAsCaller(
      new Request(URL, { method: 'POST', body, duplex: 'half' } as RequestInit),
    );
    expect(response.status).toBe(413);
    expect(cancelled).toBe(true);
    expect(sent).toBeLessThan(MAX_BODY_BYTES + 5 * chunk.length);
  });
});

test('a refused caller gets the reason, and no clip is masked', async () => {
  const request = new Request(URL, { method: 'POST', body: '{}' });
  const response = await handle(request, async () => {
    throw new RequestError(429, 'too_many_clips', 'You have masked many clips.');
  });
  expect(response.status).toBe(429);
  expect(await response.json()).toEqual({
    success: false,
    error: 'You have masked many clips.',
    code: 'too_many_clips',
  });
});
