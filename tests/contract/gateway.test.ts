import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { signUp } from './fixtures/person.ts';
import { storedFiles } from './fixtures/stored-files.ts';
import { wavOf } from './fixtures/wav.ts';

let backend = await startBackend();
afterAll(() => backend.stop());

const post = (
  { url, publishableKey }: TestBackend,
  path: string,
  body: string,
  headers: Record<string, string> = {},
) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json', ...headers },
    body,
  });

describe('behind a reverse proxy', () => {
  /** More requests at once than any limit by address allows. */
  const many = 1000;

  const verify = async (server: TestBackend, forwardedFor: string): Promise<number> => {
    const body = JSON.stringify({ type: 'signup', token_hash: 'a'.repeat(56) });
    const response = await post(server, '/auth/v1/verify', body, {
      'x-forwarded-for': forwardedFor,
    });
    await response.body?.cancel();
    return response.status;
  };

  /** Sends requests until the caller stops them. */
  const isEverLimited = async (
    server: TestBackend,
    forwardedFor: (attempt: number) => string,
  ): Promise<boolean> => {
    for (let attempt = 0; attempt < many; attempt += 1) {
      if ((await verify(server, forwardedFor(attempt))) === 429) return true;
    }
    return false;
  };

  it('rate limits count by the client that the trusted proxy names, whatever forged hops say', async () => {
    const proxied = await startBackend({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
    try {
      expect(await isEverLimited(proxied, (n) => `192.0.2.${n % 250}, 198.51.100.1`)).toBe(true);
      expect(await verify(proxied, '198.51.100.2')).not.toBe(429);
    } finally {
      await proxied.stop();
    }
  });

  it('a client does not evade the limits with forged addresses if no proxy is trusted', async () => {
    expect(await isEverLimited(backend, (n) => `192.0.2.${n % 250}`)).toBe(true);
  });

  it('an invalid TRUSTED_PROXIES stops the start and is named', async () => {
    await expect(startBackend({ env: { TRUSTED_PROXIES: 'proxy.local' } })).rejects.toThrow(
      'TRUSTED_PROXIES: "proxy.local" is neither an address nor a network',
    );
  });
});

describe('a body that ends early', () => {
  it.each([
    '/auth/v1/token?grant_type=password',
    '/rest/v1/rpc/check_username_available',
    '/storage/v1/object/list/voice-drops',
    '/functions/v1/voice-transform',
  ])('does not affect other requests: %s', async (path) => {
    const { hostname, port } = new URL(backend.url);
    for (let count = 0; count < 20; count += 1) {
      const socket = connect(Number(port), hostname);
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: here\r\napikey: ${backend.publishableKey}\r\n` +
          'content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"half":',
      );
      await once(socket, 'ready');
      socket.resetAndDestroy();
    }
    expect((await fetch(`${backend.url}/healthz`)).status).toBe(200);
    expect(backend.process.exitCode).toBeNull();
  });
});

it('a backend that receives SIGTERM completes a running upload, and exits with code 0', async () => {
  const first = backend;
  const ann = await signUp(first, 'ann');
  const session = await ann.client.auth.getSession();
  // More than the server writes at once, so that a part reaches the disk.
  const clip = wavOf(12);
  const firstPart = 600_000;
  const path = `${ann.id}/1-voice-drop.wav`;
  const upload = httpRequest(`${first.url}/storage/v1/object/voice-drops/${path}`, {
    method: 'POST',
    headers: {
      apikey: first.publishableKey,
      authorization: `Bearer ${session.data.session?.access_token}`,
      'content-type': 'audio/wav',
      'content-length': clip.length,
    },
  });
  upload.write(clip.subarray(0, firstPart));
  // The upload has been admitted once its first bytes are on disk.
  await vi.waitUntil(
    async () => [...(await storedFiles(first.dataDir)).values()].some((size) => size > 0),
    { timeout: 20_000 },
  );
  const exited = once(first.process, 'exit');
  first.process.kill('SIGTERM');
  await vi.waitUntil(
    async () =>
      fetch(`${first.url}/healthz`).then(
        () => false,
        () => true,
      ),
    {
      timeout: 20_000,
    },
  );
  upload.end(clip.subarray(firstPart));
  const [response] = await once(upload, 'response');
  expect(response.statusCode).toBe(200);
  response.resume();
  expect(await exited).toEqual([0, null]);

  backend = await startBackend({
    dataDir: first.dataDir,
    env: { PORT: new URL(first.url).port },
  });
  const kept = await ann.client.storage.from('voice-drops').download(path);
  expect(await kept.data?.bytes()).toEqual(clip);
});
