import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { errorOf, missing } from '../fixtures/answers.ts';
import { ann, bob, newKey, startStorage, wav } from '../fixtures/running-storage.ts';

const storage = await startStorage();

describe('signed URLs', () => {
  const signed = async (key: string, expiresIn = 60): Promise<string> => {
    const response = await storage.post(ann, `/object/sign/clips/${key}`, { expiresIn });
    const { signedURL } = z.object({ signedURL: z.string() }).parse(await response.json());
    return storage.url + signedURL;
  };

  it('serve the object to anyone who has them, and are cached no longer than they are valid', async () => {
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

  it('are valid for one object only', async () => {
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

  it('are made in batches, with a result for each path, by one database query', async () => {
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

  describe('are not valid for another file at the same key', () => {
    const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const remove = (key: string) =>
      storage.fetch(ann, `/object/clips/${key}`, { method: 'DELETE' });
    const bring = (how: 'move' | 'copy', sourceKey: string, destinationKey: string) =>
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
          return bring('move', other, key);
        },
      ],
      ['by a copy onto it', (key, other) => bring('copy', other, key)],
    ])('%s', async (_how, replace) => {
      const [key, other] = [await storage.uploaded(), await storage.uploaded(ann, wav(10))];
      const url = await signed(key);
      expect((await fetch(url)).status).toBe(200);
      expect((await replace(key, other)).status).toBe(200);
      expect(await errorOf(await fetch(url))).toEqual(missing);
      expect(await errorOf(await fetch(url, { headers: { range: 'bytes=0-3' } }))).toEqual(missing);
      expect((await fetch(await signed(key))).status).toBe(200);
    });

    it('until their file is moved back', async () => {
      const [key, aside] = [await storage.uploaded(), newKey()];
      const url = await signed(key);
      await bring('move', key, aside);
      expect(await errorOf(await fetch(url))).toEqual(missing);
      await bring('move', aside, key);
      expect((await fetch(url)).status).toBe(200);
    });
  });

  describe('are valid for an hour at most', () => {
    const ask = async (who: string | null, expiresIn: number) => {
      const key = `logos/${crypto.randomUUID()}.txt`;
      await storage.upload('operator', key, 'x', { 'content-type': 'text/plain' });
      const mine = who === ann ? `clips/${await storage.uploaded()}` : key;
      const [bucket = '', ...path] = mine.split('/');
      return [
        await storage.post(who, `/object/sign/${mine}`, { expiresIn }),
        await storage.post(who, `/object/sign/${bucket}`, { expiresIn, paths: [path.join('/')] }),
      ];
    };

    it.each([
      ['a person', ann],
      ['a visitor', null],
    ])(
      'when %s asks for one or many, and longer lifetimes are refused by name',
      async (_who, who) => {
        for (const seconds of [3601, 24 * 60 * 60, 4e15]) {
          for (const response of await ask(who, seconds)) {
            const said = z.object({ message: z.string() }).parse(await response.clone().json());
            expect(said.message).toContain('expiresIn');
            expect(await errorOf(response)).toMatchObject({ status: 400, statusCode: '400' });
          }
        }
        const [one, many] = await ask(who, 3601);
        for (const response of [one, many]) {
          expect(await response?.json()).toMatchObject({
            code: 'InvalidParameter',
            message: expect.stringContaining('3600 seconds at most'),
          });
        }
      },
    );

    it('unless the secret key asks, which may name any lifetime up to the last date that can be written', async () => {
      for (const response of await ask('operator', 365 * 24 * 60 * 60)) {
        expect(response.status).toBe(200);
      }
      for (const response of await ask('operator', 253_402_300_800)) {
        expect(await errorOf(response)).toMatchObject({ code: 'InvalidRequest' });
      }
      const [one] = await ask(ann, 3600);
      expect(one?.status).toBe(200);
    });
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
