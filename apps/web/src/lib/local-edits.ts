import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { createDeferred, type Deferred } from './deferred.ts';

/** A change of a value that belongs to the signed-in person, e.g. a like, or who may hear a drop. */
interface Change<Value> {
  /** The last value known to be on the server. */
  from: Value;
  to: Value;
  /** Writes a value to every place of the cache: the new value at once, the server's when `write` fails. Must be idempotent. */
  show: (value: Value) => void;
  /** Writes a value to the server. */
  write: (value: Value) => Promise<void>;
}

interface State {
  value: unknown;
  show: () => void;
  write: () => Promise<void>;
}

/** The pending changes of one key. */
interface Writing {
  /** The last value known to be on the server. */
  confirmed: State;
  wanted: State;
  /** The number of calls of `change`: only the last one reports a failure. */
  calls: number;
  done: Promise<void>;
}

/** A change of the cache that answers asked for earlier may lack. */
interface Edit {
  /** By `performance.now()`. */
  madeAt: number;
  show: () => void;
}

/** A read that is under way. */
interface Read {
  /** By `performance.now()`. */
  askedAt: number;
  /** The cached pages of a list while one more page is read. */
  pages: InfiniteData<unknown> | undefined;
}

/**
 * Local changes of the query cache. An answer that was asked for before a change, and arrives after
 * it, lacks the change: the change is then applied again. An edit is kept by its key and its time,
 * and dropped when no answer that was asked for earlier is under way.
 */
export class LocalEdits {
  readonly #queryClient: QueryClient;
  readonly #edits = new Map<string, Edit>();
  readonly #writings = new Map<string, Writing>();
  readonly #pending = new Map<string, { count: number; over: Deferred<void> }>();
  readonly #reads = new Map<unknown, Read>();
  readonly #listeners = new Set<(key: string) => void>();

  /** @param queryClient whose cache is observed */
  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient;
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'removed') this.#reads.delete(event.query);
      if (event.type !== 'updated') return;
      const { query, action } = event;
      if (action.type === 'fetch') this.#begin(query);
      else if (action.type === 'success' && action.manual) this.#keepPages(query);
      else if (action.type === 'success') this.#end(query);
      else if (query.state.fetchStatus === 'idle') this.#reads.delete(query);
    });
  }

  /**
   * Changes a value optimistically: the cache shows the new value at once. Writes of the same key run
   * one after the other, and changes made during a write become at most one more write. Continues when the
   * calling component has unmounted.
   *
   * @param key identifies the value, e.g. `like ${dropId}`
   * @returns true when the server holds the value; false when a later call has changed it again
   * @throws what `write` throws, after the server's value is shown again; only the last call throws
   */
  async change<Value>(key: string, { from, to, show, write }: Change<Value>): Promise<boolean> {
    const stateOf = (value: Value): State => ({
      value,
      show: () => show(value),
      write: () => write(value),
    });
    const wanted = stateOf(to);
    wanted.show();
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

  async #write(key: string, writing: Writing): Promise<void> {
    const end = this.begin(key);
    try {
      while (writing.wanted.value !== writing.confirmed.value) {
        const target = writing.wanted;
        await target.write();
        writing.confirmed = target;
        this.#keep(key, target.show);
      }
      for (const notify of this.#listeners) notify(key);
    } catch (cause) {
      writing.confirmed.show();
      throw cause;
    } finally {
      this.#writings.delete(key);
      end();
    }
  }

  /**
   * Applies a change that the server has made already: the answer to a write, or a change from the
   * live channel.
   *
   * @param key identifies what is changed; a later edit of the same key replaces this one
   * @param show changes the cache; must be idempotent
   */
  show(key: string, show: () => void): void {
    show();
    this.#keep(key, show);
  }

  #keep(key: string, show: () => void, madeAt = performance.now()): void {
    this.#edits.set(key, { madeAt, show });
    const asked = [...this.#reads.values()].map(({ askedAt }) => askedAt);
    const oldest = Math.min(madeAt, ...asked);
    for (const [other, edit] of this.#edits) if (edit.madeAt < oldest) this.#edits.delete(other);
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
   * Calls `notify` with the key of each change that `change` has written.
   *
   * @returns a function that unsubscribes
   */
  onChanged(notify: (key: string) => void): () => void {
    this.#listeners.add(notify);
    return () => this.#listeners.delete(notify);
  }

  /**
   * Reads data outside of a query, and applies the answer to the cache below the edits made meanwhile.
   *
   * @param apply gets the answer and a `show` like the method, whose edits count as made when the
   *   answer was asked for
   */
  async read<Answer>(
    ask: () => Promise<Answer>,
    apply: (answer: Answer, show: LocalEdits['show']) => void,
  ): Promise<void> {
    const read: Read = { askedAt: performance.now(), pages: undefined };
    this.#reads.set(read, read);
    try {
      apply(await ask(), (key, show) => {
        show();
        this.#keep(key, show, read.askedAt);
        this.#showSince(read.askedAt);
      });
    } finally {
      this.#reads.delete(read);
    }
  }

  #begin(query: Query): void {
    const isForMore = query.state.fetchMeta?.fetchMore !== undefined;
    const pages = isForMore ? pagesOf(query.state.data) : undefined;
    this.#reads.set(query, { askedAt: performance.now(), pages });
  }

  #keepPages(query: Query): void {
    const read = this.#reads.get(query);
    if (read?.pages) read.pages = pagesOf(query.state.data);
  }

  #end(query: Query): void {
    const read = this.#reads.get(query);
    if (!read) return;
    this.#reads.delete(query);
    const { dataUpdatedAt: updatedAt, data } = query.state;
    const arrived = pagesOf(data);
    if (read.pages && arrived) {
      const list = withLatest(arrived, read.pages);
      this.#queryClient.setQueryData(query.queryKey, list, { updatedAt });
    }
    this.#showSince(read.askedAt);
  }

  #showSince(moment: number): void {
    const made = [...this.#edits.values()].filter(({ madeAt }) => madeAt >= moment);
    for (const { show } of made.sort((one, other) => one.madeAt - other.madeAt)) show();
    for (const { wanted } of this.#writings.values()) wanted.show();
  }
}

function pagesOf(data: unknown): InfiniteData<unknown> | undefined {
  return isList(data) ? data : undefined;
}

function isList(data: unknown): data is InfiniteData<unknown> {
  return typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;
}

/** A list that has grown by a page, with its other pages as they are cached now: the answer has them as of when it was asked for. */
function withLatest({ pages, pageParams }: InfiniteData<unknown>, cached: InfiniteData<unknown>) {
  const latest = pages.map((page, index) => {
    const known = cached.pageParams.indexOf(pageParams[index]);
    return known === -1 ? page : cached.pages[known];
  });
  return { pages: latest, pageParams };
}
