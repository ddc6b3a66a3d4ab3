/** What one function may take of the machine. */
export interface FunctionLimits {
  /** Request body, bytes. A minute of audio is 5.3 MB, and 7.1 MB in base64. */
  readonly bodySize: number;
  /** From the call to the last byte of the answer, ms. */
  readonly duration: number;
  /** Until the function has called Deno.serve, ms. */
  readonly bootTime: number;
  /** JavaScript heap of one thread, MB. */
  readonly heapMb: number;
  /** Buffers of one thread, which are outside of its heap, MB. */
  readonly buffersMb: number;
  /** Threads; each has one request at a time. */
  readonly threads: number;
  /** Requests that may wait for a thread, with their bodies; half as many of one account. */
  readonly waiting: number;
  /** How long a request may wait for a thread, ms. */
  readonly patience: number;
  /** How long a thread without a request is kept, ms. */
  readonly idleTime: number;
}

/** @param processors of the machine; one is left to the rest of the backend */
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
