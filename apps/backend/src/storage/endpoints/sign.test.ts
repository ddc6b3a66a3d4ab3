import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { errorOf, missing } from '../fixtures/answers.ts';
import { ann, bob, RunningStorage } from '../fixtures/running-storage.ts';

let storage: RunningStorage;

beforeAll(async () => {
  storage = await RunningStorage.start();
});
afterAll(() => storage.stop());

describe('signed URLs', () => {
  const signed = async (key: string, expiresIn = 60): Promise<string> => {
    const response = await storage.post(ann, `/object/sign/clips/${key}`, { expiresIn });
    const { signedURL } = z.object({ signedURL: z.string() }).parse(await response.json());
    return storage.url + signedURL;
  };

  it('serve the object to anyone who has them, and no longer than they are good', async () => {
    const key = await storage.uploaded();
    const response = await fetch(await signed(key, 30), { headers: { range: 'bytes=0-3' } });
    expect(response.status).toBe(206);
    expect(await response.text()).toBe('RIFF');
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=(29|30)$/);
  });

  it('are made only for those who may read', async () => {
    const key = await storage.uploaded();
    expect(
      await errorOf(await storage.post(bob, `/object/sign/clips/${key}`, { expiresIn: 60 })),
    ).toEqual(missing);
  });

  it('expire', async () => {
    const key = await storage.uploaded();
    const url = await signed(key, 60);
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
    try {
      expect(await errorOf(await fetch(url))).toMatchObject({ code: 'InvalidJWT' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('are good for one object only', async () => {
    const [key, other] = [await storage.uploaded(), await storage.uploaded()];
    const url = (await signed(key)).replace(key, other);
    expect(await errorOf(await fetch(url))).toMatchObject({ code: 'InvalidSignature' });
  });

  it('cannot be forged', async () => {
    const url = await signed(await storage.uploaded());
    expect(await errorOf(await fetch(`${url.slice(0, -4)}AAAA`))).toMatchObject({
      code: 'InvalidJWT',
    });
    const payload = url.split('token=')[1]?.split('.')[1];
    const header = Buffer.from('{"alg":"none"}').toString('base64url');
    const unsigned = url.replace(/token=.*/, `token=${header}.${payload}.`);
    expect(await errorOf(await fetch(unsigned))).toMatchObject({ code: 'InvalidJWT' });
  });

  it('end with their object', async () => {
    const key = await storage.uploaded();
    const url = await signed(key);
    await storage.fetch(ann, `/object/clips/${key}`, { method: 'DELETE' });
    expect(await errorOf(await fetch(url))).toEqual(missing);
  });

  it('are made in batches, an answer for each path, in one question to the database', async () => {
    const [key, hidden] = [await storage.uploaded(), await storage.uploaded(bob)];
    const ask = vi.spyOn(storage.running.database, 'asCaller');
    const response = await storage.post(ann, '/object/sign/clips', {
      expiresIn: 60,
      paths: [key, hidden, 'späť', key],
    });
    expect(ask).toHaveBeenCalledTimes(1);
    ask.mockRestore();
    const error = 'Either the object does not exist or you do not have access to it';
    const answers = z
      .array(z.object({ error: z.unknown(), path: z.string(), signedURL: z.unknown() }))
      .parse(await response.json());
    expect(answers).toEqual([
      {
        error: null,
        path: key,
        signedURL: expect.stringContaining(`/object/sign/clips/${key}?token=`),
      },
      { error, path: hidden, signedURL: null },
      { error, path: 'späť', signedURL: null },
      expect.objectContaining({ path: key, error: null }),
    ]);
    expect((await fetch(`${storage.url}${String(answers[0]?.signedURL)}`)).status).toBe(200);
  });

  it.each([{}, { expiresIn: 0 }, { expiresIn: 1.5 }, { expiresIn: '60' }, { expiresIn: 1e308 }])(
    'are refused for %j',
    async (body) => {
      const response = await storage.post(
        ann,
        `/object/sign/clips/${await storage.uploaded()}`,
        body,
      );
      expect(await errorOf(response)).toMatchObject({ statusCode: '400', code: 'InvalidRequest' });
    },
  );
});
