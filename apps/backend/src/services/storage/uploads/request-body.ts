import { Readable } from 'node:stream';
import type { GatewayContext } from '../../../http/service.ts';
import { errors, StorageError } from '../errors.ts';

/** How long an upload may receive no byte before it counts as stalled, ms. */
const stallTimeout = 30_000;

/**
 * A request's body: Node's stream of the connection, or Fetch's if there is no connection (in tests).
 * Fetch's stream copies every byte, which would be a third of the cost of an upload.
 */
export type RequestBody = Readable | ReadableStream<Uint8Array> | null;

/** The unread body of a request. */
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
  const stalled = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(errors.stalled()), timeout);
  });
  const next = iterator.next().catch((cause: unknown) => {
    throw errors.aborted(cause);
  });
  try {
    return await Promise.race([next, stalled]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Iterates over the chunks of a request's body.
 *
 * A caller that stops early leaves the rest unread and the connection open, so that the response can
 * still be sent; see `discardRest`.
 *
 * @param timeout how long the body may receive no byte, ms
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
    // An iterator that has ended needs no `return`; for a stalled body it would never resolve.
    if (!isOver) await iterator.return?.();
  }
}

/** Receives the chunks of `takeChunks`. */
interface ChunkTaker {
  /** Processes a chunk. If it returns a promise, the body is paused until that resolves. */
  readonly take: (chunk: Uint8Array) => Promise<void> | null;
  /** If it rejects, reading ends at once with its error. */
  readonly permission: Promise<unknown>;
}

/**
 * Passes the chunks of a body to `take` as they arrive. This is faster than `bodyChunks`, which waits
 * for the event loop and sets a timer for each chunk. If it stops early, the rest stays unread and the
 * connection open, as with `bodyChunks`.
 *
 * @param timeout how long the body may receive no byte, ms
 * @throws {StorageError} Aborted, when the client disconnects or stalls
 * @throws the error of `take` or `permission`
 */
export async function takeChunks(
  body: Readable,
  { take, permission }: ChunkTaker,
  timeout = stallTimeout,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stallTimer = setTimeout(() => {
    // A paused body does not stall.
    if (body.isPaused()) stallTimer.refresh();
    else reject(errors.stalled());
  }, timeout);
  const resumeAfter = async (busy: Promise<void>) => {
    try {
      await busy;
      stallTimer.refresh();
      if (isReading) body.resume();
    } catch (error) {
      reject(error);
    }
  };
  const onData = (chunk: Uint8Array) => {
    stallTimer.refresh();
    try {
      const busy = take(chunk);
      if (!busy) return;
      body.pause();
      void resumeAfter(busy);
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
    clearTimeout(stallTimer);
    body.off('data', onData).off('end', resolve).off('error', onError).off('close', onClose);
    body.pause();
  }
}

/** How much of a rejected upload is read so that its connection can be reused, bytes. */
const discardLimit = 64 * 1024 * 1024;

/**
 * Reads and discards the rest of an upload that was rejected early, which precedes the client's next
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
