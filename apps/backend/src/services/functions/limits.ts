/** Limits on one function. */
export interface FunctionLimits {
  /** Size of a request's body, bytes. A minute of audio is 5.3 MB, or 7.1 MB in base64. */
  readonly bodySize: number;
  /** Time from the call to the last byte of the response, ms. */
  readonly duration: number;
  /** Time until the function has called Deno.serve, ms. */
  readonly bootTime: number;
  /** JavaScript heap of one thread, MB. */
  readonly heapMb: number;
  /** Buffers of one thread, which are outside of its heap, MB. */
  readonly buffersMb: number;
  /** Number of threads, each of which has one request at a time. */
  readonly threads: number;
  /** Number of requests that may wait for a thread; half as many for one account. */
  readonly waiting: number;
  /** How long a request may wait for a thread, ms. */
  readonly patience: number;
  /** How long an idle thread is kept, ms. */
  readonly idleTime: number;
}

/** @param processors of the machine; one of which is left to the rest of the backend */
export const defaultLimits = (processors: number): FunctionLimits => ({
  bodySize: 12_000_000,
  duration: 60_000,
  bootTime: 10_000,
  heapMb: 256,
  buffersMb: 256,
  threads: Math.min(4, Math.max(2, processors - 1)),
  waiting: 24,
  patience: 60_000,
  idleTime: 30_000,
});
