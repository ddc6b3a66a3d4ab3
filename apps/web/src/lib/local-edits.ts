import type { Query, QueryClient } from '@tanstack/react-query';
import { createDeferred, type Deferred } from './deferred.ts';

/** A change of a value that belongs to the signed-in user, e.g. a like, or the privacy of a drop. */
interface Change<Value> {
  /** The last value that the server is known to have. */
  from: Value;
  to: Value;
  /**
   * Shows a value: the new one at once, the server's when `write` fails. Must be idempotent.
   *
   * @param at when the server had the value, by `performance.now()`; Infinity while it is being written
   */
  show: (value: Value, at: number) => void;
  /** Writes a value to the server. */
  write: (value: Value) => Promise<void>;
}

interface State {
  value: unknown;
  show: (at: number) => void;
  write: () => Promise<void>;
}

/** The changes of one key that are being written. */
interface Writing {
  confirmed: State;
  wanted: State;
  /** The number of calls of `change`: only the last one reports a failure. */
  calls: number;
  done: Promise<void>;
}

/** A change that responses requested before it may lack. */
interface Edit {
  /** By `performance.now()`. */
  at: number;
  show: () => void;
}

/**
 * Optimistic changes: shown at once, written one after the other, undone when that fails. A response
 * that was requested before a change lacks it: when it arrives, the change is shown again.
 */
export class LocalEdits {
  readonly #queryClient: QueryClient;
  /** By key; empty while no query is being fetched. */
  readonly #edits = new Map<string, Edit>();
  readonly #writings = new Map<string, Writing>();
  readonly #pending = new Map<string, { count: number; over: Deferred<void> }>();
  /** The start of each query's current fetch, by `performance.now()`. */
  readonly #requestedAt = new WeakMap<Query, number>();
  readonly #listeners = new Set<(key: string, value: unknown) => void>();

  /** @param queryClient whose cache is observed */
  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient;
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      const { query, action } = event;
      if (action.type === 'fetch') this.#requestedAt.set(query, performance.now());
      if (action.type === 'success' && !action.manual) this.#showSince(query);
      if (queryClient.isFetching() === 0) this.#edits.clear();
    });
  }

  /**
   * Changes a value optimistically. Writes of the same key run one after the other, and changes made
   * during a write become at most one more write. Continues when the calling component has unmounted.
   *
   * @param key identifies the value, e.g. `like ${dropId}`
   * @returns true when the server has the value; false when a later call has changed it again
   * @throws what `write` throws, after the server's value is shown again; only the last call throws
   */
  async change<Value>(key: string, { from, to, show, write }: Change<Value>): Promise<boolean> {
    const stateOf = (value: Value): State => ({
      value,
      show: (at) => show(value, at),
      write: () => write(value),
    });
    const wanted = stateOf(to);
    wanted.show(Infinity);
    const running = this.#writings.get(key);
    const writing = running ?? {
      confirmed: stateOf(from),
      wanted,
      calls: 0,
      done: Promise.resolve(),
    };
    writing.wanted = wanted;
    writing.calls += 1;
    const call = writing.calls;
    if (!running) {
      this.#writings.set(key, writing);
      writing.done = this.#write(key, writing);
    }
    try {
      await writing.done;
    } catch (cause) {
      if (writing.calls === call) throw cause;
    }
    return writing.calls === call;
  }

  /** Shows the server's values again, and what is being written no more: the account has changed. */
  abandon(): void {
    this.#edits.clear();
    for (const { confirmed } of this.#writings.values()) confirmed.show(performance.now());
    this.#writings.clear();
  }

  async #write(key: string, writing: Writing): Promise<void> {
    const end = this.begin(key);
    try {
      // Not for the next account.
      const isCurrent = () => this.#writings.get(key) === writing;
      while (isCurrent() && writing.wanted.value !== writing.confirmed.value) {
        const target = writing.wanted;
        await target.write();
        writing.confirmed = target;
      }
      for (const notify of this.#listeners) notify(key, writing.confirmed.value);
    } finally {
      if (this.#writings.get(key) === writing) {
        this.#writings.delete(key);
        this.show(key, writing.confirmed.show);
      }
      end();
    }
  }

  /**
   * Shows a change that the server has made already, e.g. a comment that was added.
   *
   * @param key identifies what is changed; a later edit of the same key replaces this one
   * @param show changes the cache; must be idempotent
   */
  show(key: string, show: (at: number) => void): void {
    const at = performance.now();
    show(at);
    if (this.#queryClient.isFetching() > 0) this.#edits.set(key, { at, show: () => show(at) });
  }

  /**
   * Marks a key as being written: the page shows the change, and the server may not count it yet.
   *
   * @returns a function to call when the write has succeeded or failed
   */
  begin(key: string): () => void {
    const pending = this.#pending.get(key) ?? { count: 0, over: createDeferred() };
    this.#pending.set(key, pending);
    pending.count += 1;
    return () => {
      pending.count -= 1;
      if (pending.count > 0) return;
      this.#pending.delete(key);
      pending.over.resolve();
    };
  }

  /** Resolves when all writes of a key have succeeded or failed; undefined while there is none. */
  pending(key: string): Promise<void> | undefined {
    return this.#pending.get(key)?.over.promise;
  }

  /**
   * Calls `notify` with the key of each change that `change` has written, and the value that the server then has.
   *
   * @returns a function that unsubscribes
   */
  onChanged(notify: (key: string, value: unknown) => void): () => void {
    this.#listeners.add(notify);
    return () => this.#listeners.delete(notify);
  }

  #showSince(query: Query): void {
    const requestedAt = this.#requestedAt.get(query) ?? 0;
    const edits = [...this.#edits.values()].filter(({ at }) => at >= requestedAt);
    for (const { show } of edits.sort((one, other) => one.at - other.at)) show();
    for (const { wanted } of this.#writings.values()) wanted.show(Infinity);
  }
}
