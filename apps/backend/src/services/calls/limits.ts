/** Limits of outgoing calls. */
export const defaultLimits = {
  /** Number of requests that are under way at once; others wait in the queue. */
  active: 20,
  /** How long a request may take at most, ms, where its row allows more. */
  duration: 60_000,
  /** How much of a response is read, bytes. A larger one is an error. */
  responseSize: 1_000_000,
  /** How long responses are kept, as by pg_net. */
  responseAge: '6 hours',
  /** How long a stop waits for requests that are under way, ms. */
  stopTime: 5000,
};

export type CallLimits = Readonly<typeof defaultLimits>;
