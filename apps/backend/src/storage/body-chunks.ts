import { errors } from './errors.ts';

/** How long an upload may stay silent, ms. */
const stallPatience = 30_000;

async function readWithin(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  patience: number,
): ReturnType<typeof reader.read> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(errors.stalled()), patience);
  });
  const read = reader.read().catch((cause: unknown) => {
    throw errors.aborted(cause);
  });
  try {
    return await Promise.race([read, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The chunks of a request's body, as fast as they are asked for.
 *
 * Stopping early leaves the rest unread and the connection open, so that the
 * answer can still be sent; see `discardRest`.
 *
 * @param patience how long the client may stay silent, ms
 * @throws {StorageError} Aborted, when the client goes away or falls silent
 */
export async function* bodyChunks(
  body: ReadableStream<Uint8Array> | null,
  patience = stallPatience,
): AsyncGenerator<Uint8Array, void> {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await readWithin(reader, patience);
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

/** How much of a refused upload is read for the connection's sake, bytes. */
const discardLimit = 64 * 1024 * 1024;

/**
 * Reads on and throws away, when an upload was refused early: a client that has
 * sent everything uses the connection again, and what is left of the body stands
 * before its next request.
 */
export async function discardRest(body: ReadableStream<Uint8Array> | null): Promise<void> {
  if (!body || body.locked) return;
  const reader = body.getReader();
  try {
    for (let discarded = 0; discarded < discardLimit;) {
      const { done, value } = await reader.read();
      if (done) return;
      discarded += value.byteLength;
    }
  } catch {
    // The client is gone, and its connection with it.
  } finally {
    reader.releaseLock();
  }
}

/**
 * Reads a small body whole.
 * @param limit bytes
 * @throws {StorageError} EntityTooLarge, Aborted
 */
export async function readWhole(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bodyChunks(body)) {
    size += chunk.byteLength;
    if (size > limit) throw errors.entityTooLarge('request body');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
