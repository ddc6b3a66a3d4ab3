import { Readable } from 'node:stream';
import type { GatewayContext } from '../http/service.ts';
import { errors } from './errors.ts';

/** How long an upload may stay silent, ms. */
const stallPatience = 30_000;

/**
 * A request's body: as it comes from the socket, or as Fetch has it where there is
 * none. Fetch's copies every byte: a third of what an upload costs.
 */
export type RequestBody = Readable | ReadableStream<Uint8Array> | null;

/** The body of a request that has not been read yet. */
export function bodyOf(context: GatewayContext): RequestBody {
  const { env }: { env: unknown } = context;
  const isServed = typeof env === 'object' && env !== null && 'incoming' in env;
  return isServed && env.incoming instanceof Readable ? env.incoming : context.req.raw.body;
}

/** Iterators that leave the body open when they are stopped. */
const iterate = (body: NonNullable<RequestBody>): AsyncIterator<Uint8Array, unknown> =>
  body instanceof Readable
    ? body.iterator({ destroyOnReturn: false })
    : body.values({ preventCancel: true });

async function nextWithin(
  iterator: ReturnType<typeof iterate>,
  patience: number,
): ReturnType<typeof iterator.next> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(errors.stalled()), patience);
  });
  const next = iterator.next().catch((cause: unknown) => {
    throw errors.aborted(cause);
  });
  try {
    return await Promise.race([next, silence]);
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
  body: RequestBody,
  patience = stallPatience,
): AsyncGenerator<Uint8Array, void> {
  if (!body) return;
  const iterator = iterate(body);
  let isOver = false;
  try {
    for (;;) {
      isOver = true;
      const { done, value } = await nextWithin(iterator, patience);
      if (done) return;
      isOver = false;
      yield value;
    }
  } finally {
    // One that ended or failed needs no end, and one that stalls would never come to it.
    if (!isOver) await iterator.return?.();
  }
}

/** How much of a refused upload is read for the connection's sake, bytes. */
const discardLimit = 64 * 1024 * 1024;

/**
 * Reads on and throws away, when an upload was refused early: a client that has
 * sent everything uses the connection again, and what is left of the body stands
 * before its next request.
 */
export async function discardRest(body: RequestBody): Promise<void> {
  if (!body || (body instanceof ReadableStream && body.locked)) return;
  const iterator = iterate(body);
  try {
    for (let discarded = 0; discarded < discardLimit;) {
      const { done, value } = await iterator.next();
      if (done) return;
      discarded += value.byteLength;
    }
  } catch {
    // The client is gone, and its connection with it.
  }
}

/**
 * Reads a small body whole.
 * @param limit bytes
 * @throws {StorageError} EntityTooLarge, Aborted
 */
export async function readWhole(body: RequestBody, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bodyChunks(body)) {
    size += chunk.byteLength;
    if (size > limit) throw errors.entityTooLarge('request body');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
