/**
 * Limits for one function.
 * @param processors the machine's number of processors. One of them is left to the rest of the backend
 */
export const defaultLimits = (processors: number) => ({
  /** Size of a request's body, bytes. A minute of audio is 5.3 MB, or 7.1 MB in base64. */
  bodySize: 12_000_000,
  /** Time from the call to the last byte of the response, ms. */
  duration: 60_000,
  /** Time until the function has called Deno.serve, ms. */
  bootTime: 10_000,
  /** JavaScript heap of one thread, MB. */
  heapMb: 256,
  /** Buffers of one thread, which are not part of its heap, MB. */
  buffersMb: 256,
  /** Number of threads, each of which has one request at a time. */
  threads: Math.min(4, Math.max(2, processors - 1)),
  /** Number of requests that may wait for a thread; half as many for one account. */
  waiting: 24,
  /** How long a request may wait for a thread, ms. */
  waitTimeout: 60_000,
  /** How long an idle thread is kept, ms. */
  idleTime: 30_000,
});

export type FunctionLimits = Readonly<ReturnType<typeof defaultLimits>>;
