import { expect, it } from 'vitest';
import { bodyChunks, discardRest } from './body-chunks.ts';

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

it('gives the chunks of a body, and none where there is no body', async () => {
  expect(await readAll(bodyChunks(streamOf(['a', 'b'])))).toBe('ab');
  expect(await readAll(bodyChunks(null))).toBe('');
});

it('gives up on a body that stalls', async () => {
  const body = streamOf(['a'], false);
  await expect(readAll(bodyChunks(body, 10))).rejects.toMatchObject({ status: 408 });
});

it('says so when a body breaks off', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('aborted')),
  });
  await expect(readAll(bodyChunks(body))).rejects.toMatchObject({ body: { code: 'Aborted' } });
});

it('leaves a body that is not read to its end for others to read on', async () => {
  const body = streamOf(['a', 'b', 'c']);
  for await (const chunk of bodyChunks(body)) {
    expect(Buffer.from(chunk).toString()).toBe('a');
    break;
  }
  expect(await readAll(bodyChunks(body))).toBe('bc');
});

it('discards the rest of a body, even of one that breaks off', async () => {
  const body = streamOf(['a', 'b']);
  await discardRest(body);
  expect(await readAll(bodyChunks(body))).toBe('');
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('aborted')),
  });
  await expect(discardRest(broken)).resolves.toBeUndefined();
});
