import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { errorOf, missing } from '../fixtures/expected-errors.ts';
import { ann, bob, ended, newKey, startStorage, wav } from '../fixtures/running-storage.ts';

const storage = await startStorage();

describe('a signed URL', () => {
  const signed = async (key: string, expiresIn = 60): Promise<string> => {
    const response = await storage.post(ann, `/object/sign/clips/${key}`, { expiresIn });
    const { signedURL } = z.object({ signedURL: z.string() }).parse(await response.json());
    return storage.url + signedURL;
  };

  it('serves the object to anyone, and is cached for five seconds at most', async () => {
    const key = await storage.uploaded();
    const response = await fetch(await signed(key), { headers: { range: 'bytes=0-3' } });
    expect(response.status).toBe(206);
    expect(await response.text()).toBe('RIFF');
    expect(response.headers.get('cache-control')).toBe('private, max-age=5');
  });

  it('is not valid after the signer’s session has ended', async () => {
    const url = await signed(await storage.uploaded());
    ended.add(ann);
    expect(await errorOf(await fetch(url))).toMatchObject({ status: 401 });
    ended.delete(ann);
    expect((await fetch(url)).status).toBe(200);
  });

  it('expires', async () => {
    const key = await storage.uploaded();
    const url = await signed(key, 60);
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
    try {
      expect(await errorOf(await fetch(url))).toMatchObject({ code: 'InvalidJWT' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('is valid for one object only', async () => {
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

  it('is not valid after its object was removed', async () => {
    const key = await storage.uploaded();
    const url = await signed(key);
    await storage.fetch(ann, `/object/clips/${key}`, { method: 'DELETE' });
    expect(await errorOf(await fetch(url))).toEqual(missing);
  });

  it('is created for many paths by one database query, with a result for each path', async () => {
    const [key, hidden] = [await storage.uploaded(), await storage.uploaded(bob)];
    const asCaller = vi.spyOn(storage.running.database, 'asCaller');
    const response = await storage.post(ann, '/object/sign/clips', {
      expiresIn: 60,
      paths: [key, hidden, 'späť', key],
    });
    expect(asCaller).toHaveBeenCalledTimes(1);
    asCaller.mockRestore();
    const error = 'Either the object does not exist or you do not have access to it';
    const results = z
      .array(z.object({ error: z.unknown(), path: z.string(), signedURL: z.unknown() }))
      .parse(await response.json());
    expect(results).toEqual([
      {
        error: null,
        path: key,
        signedURL: expect.stringContaining(`/object/sign/clips/${key}?token=`),
      },
      { error, path: hidden, signedURL: null },
      { error, path: 'späť', signedURL: null },
      expect.objectContaining({ path: key, error: null }),
    ]);
    expect((await fetch(`${storage.url}${String(results[0]?.signedURL)}`)).status).toBe(200);
  });

  describe('of a key that has another file since', () => {
    const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const remove = (key: string) =>
      storage.fetch(ann, `/object/clips/${key}`, { method: 'DELETE' });
    const put = (how: 'move' | 'copy', sourceKey: string, destinationKey: string) =>
      storage.fetch(ann, `/object/${how}`, {
        ...json,
        headers: { ...json.headers, 'x-upsert': 'true' },
        body: JSON.stringify({ bucketId: 'clips', sourceKey, destinationKey }),
      });

    it.each<[string, (key: string, other: string) => Promise<Response>]>([
      [
        'by an upsert',
        (key) => storage.upload(ann, `clips/${key}`, wav(10), { 'x-upsert': 'true' }),
      ],
      [
        'by an upload after a removal',
        async (key) => {
          await remove(key);
          return storage.upload(ann, `clips/${key}`, wav(10));
        },
      ],
      [
        'by a move after a removal',
        async (key, other) => {
          await remove(key);
          return put('move', other, key);
        },
      ],
      ['by a copy onto it', (key, other) => put('copy', other, key)],
    ])('is not valid %s', async (_title, replace) => {
      const [key, other] = [await storage.uploaded(), await storage.uploaded(ann, wav(10))];
      const url = await signed(key);
      expect((await fetch(url)).status).toBe(200);
      expect((await replace(key, other)).status).toBe(200);
      expect(await errorOf(await fetch(url))).toEqual(missing);
      expect(await errorOf(await fetch(url, { headers: { range: 'bytes=0-3' } }))).toEqual(missing);
      expect((await fetch(await signed(key))).status).toBe(200);
    });

    it('is valid again once its own file is moved back', async () => {
      const [key, aside] = [await storage.uploaded(), newKey()];
      const url = await signed(key);
      await put('move', key, aside);
      expect(await errorOf(await fetch(url))).toEqual(missing);
      await put('move', aside, key);
      expect((await fetch(url)).status).toBe(200);
    });
  });

  const signAloneAndInList = async (caller: string | null, expiresIn: number) => {
    const key = await storage.uploaded();
    return [
      await storage.post(caller, `/object/sign/clips/${key}`, { expiresIn }),
      await storage.post(caller, '/object/sign/clips', { expiresIn, paths: [key] }),
    ];
  };

  it.each([
    ['an hour', ann, 3600],
    ['a year with the secret key', 'operator', 365 * 24 * 3600],
  ])('is created for %s', async (_lifetime, caller, expiresIn) => {
    for (const { status } of await signAloneAndInList(caller, expiresIn)) expect(status).toBe(200);
  });

  it.each([
    ['more than an hour', ann, 3601, 'InvalidParameter'],
    ['more than an hour by a visitor', null, 3601, 'InvalidParameter'],
    ['longer than the year 9999', 'operator', 253_402_300_800, 'InvalidRequest'],
  ])('is not created for %s', async (_lifetime, caller, expiresIn, code) => {
    for (const response of await signAloneAndInList(caller, expiresIn)) {
      expect(await errorOf(response)).toMatchObject({ status: 400, code });
    }
  });

  it.each([{}, { expiresIn: 0 }, { expiresIn: 1.5 }, { expiresIn: '60' }, { expiresIn: 1e308 }])(
    'is not created for %j',
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
