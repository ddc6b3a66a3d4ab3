/** The wait before the first retry of a failed fetch, in milliseconds; each further wait is twice as long. */
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;

/** Code that is fetched later. Calling the function fetches the code, once for all callers. */
export interface LazyCode<Module> {
  /** A failure is not kept: the next call fetches again. */
  (): Promise<Module>;
  /** The fetched module; undefined until it has arrived. */
  current: () => Module | undefined;
  /** Calls `onArrival` when the code arrives. @returns a function that unsubscribes */
  subscribe: (onArrival: () => void) => () => void;
}

export function lazyCode<Module>(fetchCode: () => Promise<Module>): LazyCode<Module> {
  let loading: Promise<Module> | undefined;
  let current: Module | undefined;
  const listeners = new Set<() => void>();

  const load = () => {
    loading ??= fetchCode().then(
      (module) => {
        current = module;
        for (const notify of listeners) notify();
        return module;
      },
      (cause: unknown) => {
        loading = undefined;
        throw cause;
      },
    );
    return loading;
  };
  const subscribe = (onArrival: () => void) => {
    listeners.add(onArrival);
    return () => listeners.delete(onArrival);
  };
  return Object.assign(load, { current: () => current, subscribe });
}

/**
 * Calls `load` until it succeeds: again when the browser comes back online, and after growing waits.
 *
 * @param onFailure is called once, with the cause of the first failure
 * @returns a function that ends the retries
 */
export function loadUntilArrived(
  load: () => Promise<unknown>,
  onFailure: (cause: unknown) => void,
): () => void {
  let isOver = false;
  let wait = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const attempt = () => {
    load().then(stop, (cause: unknown) => {
      if (isOver) return;
      if (wait === 0) onFailure(cause);
      wait = Math.min(wait * 2 || FIRST_RETRY_MS, LONGEST_RETRY_MS);
      clearTimeout(timer);
      timer = setTimeout(attempt, wait);
    });
  };
  const stop = () => {
    isOver = true;
    clearTimeout(timer);
    removeEventListener('online', attempt);
  };
  addEventListener('online', attempt);
  attempt();
  return stop;
}
