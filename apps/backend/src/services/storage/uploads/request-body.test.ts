import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { bodyChunks, discardRest, readableOf, takeChunks } from './request-body.ts';

const streamOf = (chunks: string[], end = true) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(Buffer.from(chunk));
      if (end) controller.close();
    },
  });

const readAll = async (chunks: AsyncIterable<Uint8Array>) => {
  let text = '';
  for await (const chunk of chunks) text += Buffer.from(chunk).toString();
  return text;
};

it('bodyChunks yields the chunks of a body, and none without a body', async () => {
  expect(await readAll(bodyChunks(streamOf(['a', 'b'])))).toBe('ab');
  expect(await readAll(bodyChunks(null))).toBe('');
});

it('bodyChunks throws for a body that stalls', async () => {
  const body = streamOf(['a'], false);
  await expect(readAll(bodyChunks(body, 10))).rejects.toMatchObject({ status: 408 });
});

it('bodyChunks throws for a body that ends early', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('aborted')),
  });
  await expect(readAll(bodyChunks(body))).rejects.toMatchObject({ body: { code: 'Aborted' } });
});

it('bodyChunks leaves the rest of a body readable if its caller stops early', async () => {
  const body = streamOf(['a', 'b', 'c']);
  for await (const chunk of bodyChunks(body)) {
    expect(Buffer.from(chunk).toString()).toBe('a');
    break;
  }
  expect(await readAll(bodyChunks(body))).toBe('bc');
});

it('discardRest reads the rest of a body, even of one that ends early', async () => {
  const body = streamOf(['a', 'b']);
  await discardRest(body);
  expect(await readAll(bodyChunks(body))).toBe('');
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('aborted')),
  });
  await expect(discardRest(broken)).resolves.toBeUndefined();
});

describe('takeChunks', () => {
  const allowed = Promise.resolve();

  /** Creates a `take` that collects chunks in a list. */
  const taking = (result: (text: string) => Promise<void> | null = () => null) => {
    const taken: string[] = [];
    return {
      taken,
      take: (chunk: Uint8Array) => {
        taken.push(Buffer.from(chunk).toString());
        return result(Buffer.from(chunk).toString());
      },
    };
  };

  it('takes all chunks of a body, and none without a body', async () => {
    const { taken, take } = taking();
    await takeChunks(readableOf(streamOf(['a', 'b'])), { take, permission: allowed });
    await takeChunks(readableOf(null), { take, permission: allowed });
    expect(taken).toEqual(['a', 'b']);
  });

  it('pauses the body until a chunk has been processed', async () => {
    const { promise: caughtUp, resolve } = Promise.withResolvers<void>();
    const { taken, take } = taking((text) => (text === 'a' ? caughtUp : null));
    const body = new PassThrough();
    const all = takeChunks(body, { take, permission: allowed });
    body.write('a');
    await turn();
    body.end('b');
    await turn();
    expect(taken).toEqual(['a']);
    resolve();
    await all;
    expect(taken).toEqual(['a', 'b']);
  });

  it('ends at once if permission is rejected, and leaves the rest readable', async () => {
    const body = new PassThrough();
    const { promise: permission, reject } = Promise.withResolvers<void>();
    const { taken, take } = taking();
    const all = takeChunks(body, { take, permission });
    body.write('a');
    await turn();
    reject(new Error('not yours'));
    await expect(all).rejects.toThrow('not yours');
    expect(taken).toEqual(['a']);
    body.end('b');
    expect(await readAll(bodyChunks(body))).toBe('b');
  });

  it('ends with the error of take', async () => {
    const body = new PassThrough();
    body.end('a');
    const take = () => {
      throw new Error('too many');
    };
    await expect(takeChunks(body, { take, permission: allowed })).rejects.toThrow('too many');
  });

  it('ends when the body stalls or ends early, before or after it is read', async () => {
    const { take } = taking();
    const silent = new PassThrough();
    await expect(takeChunks(silent, { take, permission: allowed }, 10)).rejects.toMatchObject({
      status: 408,
    });
    const aborted = { body: { code: 'Aborted' } };
    const broken = new PassThrough();
    const all = takeChunks(broken, { take, permission: allowed });
    broken.destroy(new Error('reset'));
    await expect(all).rejects.toMatchObject(aborted);
    const gone = new PassThrough().destroy();
    await once(gone, 'close');
    await expect(takeChunks(gone, { take, permission: allowed })).rejects.toMatchObject(aborted);
  });
});
