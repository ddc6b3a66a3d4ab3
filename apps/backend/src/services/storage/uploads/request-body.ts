import { Readable } from 'node:stream';
import type { GatewayContext } from '../../../http/service.ts';
import { errors, StorageError } from '../errors.ts';

/** How long no byte of an upload may arrive before it counts as stalled, ms. */
const stallTimeout = 30_000;

/**
 * A request's body: Node's stream of the connection, or Fetch's where there is no connection (as in
 * tests). Fetch's stream copies every byte, which is a third of the cost of an upload.
 */
export type RequestBody = Readable | ReadableStream<Uint8Array> | null;

/** The body of a request that has not been read yet. */
export function bodyOf(context: GatewayContext): RequestBody {
  const { env }: { env: unknown } = context;
  const isServed = typeof env === 'object' && env !== null && 'incoming' in env;
  return isServed && env.incoming instanceof Readable ? env.incoming : context.req.raw.body;
}

/** The body as a Node stream. */
export function readableOf(body: RequestBody): Readable {
  if (!body) return Readable.from([]);
  return body instanceof Readable ? body : Readable.fromWeb(body);
}

/** An iterator that leaves the body open when it is stopped. */
const iterate = (body: NonNullable<RequestBody>): AsyncIterator<Uint8Array, unknown> =>
  body instanceof Readable
    ? body.iterator({ destroyOnReturn: false })
    : body.values({ preventCancel: true });

async function nextWithin(
  iterator: ReturnType<typeof iterate>,
  timeout: number,
): ReturnType<typeof iterator.next> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(errors.stalled()), timeout);
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
 * Iterates over the chunks of a request's body.
 *
 * Stopping early leaves the rest unread and the connection open, so that the
 * response can still be sent; see `discardRest`.
 *
 * @param timeout how long no byte may arrive, ms
 * @throws {StorageError} Aborted, when the client disconnects or stalls
 */
export async function* bodyChunks(
  body: RequestBody,
  timeout = stallTimeout,
): AsyncGenerator<Uint8Array, void> {
  if (!body) return;
  const iterator = iterate(body);
  let isOver = false;
  try {
    for (;;) {
      isOver = true;
      const { done, value } = await nextWithin(iterator, timeout);
      if (done) return;
      isOver = false;
      yield value;
    }
  } finally {
    // An iterator that has ended needs no `return`, and that of a stalled body would never resolve.
    if (!isOver) await iterator.return?.();
  }
}

/** How `takeChunks` hands chunks over. */
interface ChunkTaker {
  /** Takes a chunk. The body is paused until a returned promise resolves. */
  readonly take: (chunk: Uint8Array) => Promise<void> | null;
  /** When it rejects, reading ends at once with its error. */
  readonly permission: Promise<unknown>;
}

/**
 * Hands over the chunks of a body as they arrive. It is faster than `bodyChunks`, which waits for the
 * event loop and sets a timer for each chunk.
 *
 * Stopping early leaves the rest unread and the connection open, as with `bodyChunks`.
 *
 * @param timeout how long no byte may arrive, ms
 * @throws {StorageError} Aborted, when the client disconnects or stalls; what `take` throws
 */
export async function takeChunks(
  body: Readable,
  { take, permission }: ChunkTaker,
  timeout = stallTimeout,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const silence = setTimeout(() => {
    // A paused body does not stall.
    if (body.isPaused()) silence.refresh();
    else reject(errors.stalled());
  }, timeout);
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

/** How much of a refused upload is read so that its connection can be used again, bytes. */
const discardLimit = 64 * 1024 * 1024;

/**
 * Reads and discards the rest of an upload that was refused early, which precedes the client's next
 * request on the connection.
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
    // The client has disconnected.
  }
}

/**
 * Reads a small body into memory.
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
