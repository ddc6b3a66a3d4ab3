import {
  FunctionsFetchError,
  FunctionsHttpError,
  type FunctionInvokeOptions,
} from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import { signUp, visit } from './fixtures/person.ts';
import { isOtherServer, openServer } from './fixtures/server.ts';
import { wavOf } from './fixtures/wav.ts';

const backend = await openServer();
const ann = await signUp(backend, 'ann');

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

const transform = (body: FunctionInvokeOptions['body']) =>
  ann.client.functions.invoke('voice-transform', { body: body ?? {} });

it('voice-transform returns the transformed clip of a signed-in person as a WAV file', async () => {
  const { data, error } = await transform({
    audioData: base64(wavOf(2)),
    filterId: 'chipmunk',
  });
  expect(error).toBeNull();
  expect(data).toMatchObject({ success: true, mimeType: 'audio/wav' });
  const wav = Buffer.from(String(data.audioData), 'base64');
  expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
});

it('voice-transform accepts a clip of a minute', async () => {
  const { data, error } = await transform({ audioData: base64(wavOf(60)), filterId: 'deep' });
  expect(error).toBeNull();
  expect(data).toMatchObject({ success: true });
});

it('voice-transform masks a clip with Veil differently at each request, in about its length', async () => {
  const ask = () => transform({ audioData: base64(wavOf(2)), filterId: 'veil' });
  const answers = await Promise.all([ask(), ask()]);
  const clips = answers.map(({ data }) => Buffer.from(String(data.audioData), 'base64'));
  expect(new Set(clips.map(String)).size).toBe(2);
  for (const { length } of clips) {
    expect(length / wavOf(2).length).toBeGreaterThan(0.9);
    expect(length / wavOf(2).length).toBeLessThan(1.1);
  }
});

it('concurrent requests each get their own response', async () => {
  const seconds = [0.5, 1, 1.5, 2, 2.5, 3];
  const answers = await Promise.all(
    seconds.map((each) => transform({ audioData: base64(wavOf(each)), filterId: 'original' })),
  );
  expect(answers.map(({ data }) => Buffer.from(String(data.audioData), 'base64').length)).toEqual(
    seconds.map((each) => wavOf(each).length),
  );
});

it('an error of a function reaches the caller with its message', async () => {
  const { error } = await transform({ audioData: '!!', filterId: 'deep' });
  expect(error).toBeInstanceOf(FunctionsHttpError);
  expect(error.context.status).toBe(400);
  expect(await error.context.json()).toMatchObject({ success: false, error: expect.any(String) });
});

it('a body that is too large is refused', async () => {
  const { error } = await transform({ audioData: 'A'.repeat(12_000_001), filterId: 'deep' });
  expect(error).toBeInstanceOf(FunctionsHttpError);
  expect(error.context.status).toBe(413);
});

it.skipIf(isOtherServer)(
  'a request with only the publishable or the secret key is refused by a function for accounts',
  async () => {
    for (const publishableKey of [backend.publishableKey, backend.secretKey]) {
      const { error } = await visit({ ...backend, publishableKey }).functions.invoke(
        'voice-transform',
        { body: { audioData: base64(wavOf(0.2)), filterId: 'deep' } },
      );
      expect(error).toBeInstanceOf(FunctionsHttpError);
      expect(error.context.status).toBe(401);
      expect(await error.context.json()).toEqual({
        success: false,
        code: 'unauthorized',
        error: expect.stringContaining('signed in'),
      });
    }
  },
);

it('an unknown function is not found', async () => {
  const { error } = await ann.client.functions.invoke('no-such-function');
  expect(error).toBeInstanceOf(FunctionsHttpError);
  expect(await error.context.json()).toEqual({
    code: 'NOT_FOUND',
    message: 'Requested function was not found',
  });
});

it('an invalid token is refused', async () => {
  const { error } = await visit(backend).functions.invoke('voice-transform', {
    headers: { Authorization: 'Bearer forged' },
    body: {},
  });
  expect(error.context.status).toBe(401);
});

it('a call that the caller aborts is rejected', async () => {
  const abort = new AbortController();
  const answer = ann.client.functions.invoke('voice-transform', {
    body: { audioData: base64(wavOf(30)), filterId: 'deep' },
    signal: abort.signal,
  });
  abort.abort();
  expect((await answer).error).toBeInstanceOf(FunctionsFetchError);
  expect((await transform({ audioData: base64(wavOf(0.2)), filterId: 'deep' })).error).toBeNull();
});

it('qr-code returns an image to pages of any origin without a key', async () => {
  const response = await fetch(`${backend.url}/functions/v1/qr-code?data=https://a.example/ann`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(response.headers.get('cache-control')).toContain('max-age');
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect([...(await response.bytes()).subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
});

it('a preflight request is answered by the function', async () => {
  const preflight = await fetch(`${backend.url}/functions/v1/voice-transform`, {
    method: 'OPTIONS',
    headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-client-info');
});
