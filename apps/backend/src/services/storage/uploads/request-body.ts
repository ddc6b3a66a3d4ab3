import { Readable } from 'node:stream';
import type { GatewayContext } from '../../../http/service.ts';
import { errors, StorageError } from '../errors.ts';

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

/** The body as a stream of Node's. */
export function readableOf(body: RequestBody): Readable {
  if (!body) return Readable.from([]);
  return body instanceof Readable ? body : Readable.fromWeb(body);
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

/** What a reader of chunks wants of them. */
interface Taking {
  /** Takes a chunk. While what it answers with has not resolved, no more come. */
  readonly take: (chunk: Uint8Array) => Promise<void> | null;
  /** When it rejects, the reading ends at once, with its error. */
  readonly permission: Promise<unknown>;
}

/**
 * Hands over the chunks of a body as they come from the socket: an iterator would go round the
 * event loop and set a timer for each of them.
 *
 * Stopping early leaves the rest unread and the connection open, as with `bodyChunks`.
 *
 * @param patience how long the client may stay silent, ms
 * @throws {StorageError} Aborted, when the client goes away or falls silent; what `take` throws
 */
export async function takeChunks(
  body: Readable,
  { take, permission }: Taking,
  patience = stallPatience,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const silence = setTimeout(() => {
    // Nobody is silent who is made to wait.
    if (body.isPaused()) silence.refresh();
    else reject(errors.stalled());
  }, patience);
  const goOnAfter = async (busy: Promise<void>) => {
    try {
      await busy;
      silence.refresh();
      if (isReading) body.resume();
    } catch (error) {
      reject(error);
    }
  };
  const onData = (chunk: Uint8Array) => {
    silence.refresh();
    try {
      const busy = take(chunk);
      if (!busy) return;
      body.pause();
      void goOnAfter(busy);
    } catch (error) {
      reject(error);
    }
  };
  const onError = (cause: unknown) =>
    reject(cause instanceof StorageError ? cause : errors.aborted(cause));
  const onClose = () => onError(body.errored ?? new Error('the connection was closed'));
  let isReading = true;
  permission.catch(reject);
  body.on('data', onData).on('end', resolve).on('error', onError).on('close', onClose);
  if (body.readableEnded) resolve();
  else if (body.destroyed) onClose();
  try {
    await promise;
  } finally {
    isReading = false;
    clearTimeout(silence);
    body.off('data', onData).off('end', resolve).off('error', onError).off('close', onClose);
    body.pause();
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
