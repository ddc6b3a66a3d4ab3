import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';

/** A value of the signed-in person's own that is to be another one: a like, who may hear a drop. */
interface Change<Value> {
  /** What the server is known to hold. */
  from: Value;
  to: Value;
  /** Shows a value wherever it is cached: the wanted one at once, the server's when writing fails. May be called again with the same one. */
  show: (value: Value) => void;
  /** Makes the server hold a value. */
  write: (value: Value) => Promise<void>;
}

interface State {
  value: unknown;
  show: () => void;
  write: () => Promise<void>;
}

/** Changes of one key that are being written. */
interface Writing {
  /** What the server is known to hold. */
  confirmed: State;
  wanted: State;
  /** How often another value was asked for: only the last one to ask is answered. */
  calls: number;
  done: Promise<void>;
}

/** Something that the cache shows, and answers that were asked for before it do not know of. */
interface Edit {
  /** By `performance.now()`. */
  madeAt: number;
  show: () => void;
}

/** A query that is being read. */
interface Read {
  /** By `performance.now()`. */
  askedAt: number;
  /** The pages of a list that is read for one more of them, as they are by now. */
  pages: InfiniteData<unknown> | undefined;
}

/**
 * What was changed in the cache and may be missing in an answer that comes later. An edit is kept by
 * what it changes and by when that was. It is shown again on every answer that was asked for
 * earlier, and forgotten when none of those is on its way any more.
 */
export class LocalEdits {
  readonly #queryClient: QueryClient;
  readonly #edits = new Map<string, Edit>();
  readonly #writings = new Map<string, Writing>();
  readonly #pending = new Map<string, { count: number; over: PromiseWithResolvers<void> }>();
  readonly #reads = new Map<unknown, Read>();
  readonly #listeners = new Set<(key: string) => void>();

  /** @param queryClient whose cache is followed from now on */
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
   * Changes a value. The wanted one is shown at once; writes of the same key go out one after the
   * other, and changes that come while one is being written become one more write at most. Goes on
   * when the component that asked is gone.
   *
   * @param key names what is changed, e.g. `like ${dropId}`
   * @returns true when the server holds it; false when a later call has changed it again
   * @throws what `write` throws, after the server's value has been shown; only to the last who called
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
   * Shows something that happened: what the server has answered to a write, or what the live channel
   * tells.
   *
   * @param key names what is changed; a later edit takes its place
   * @param show changes the cache; may be called again
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
   * Says that something is being written which the page shows already and the server may not count yet.
   *
   * @returns a function that says that it has arrived, or failed
   */
  begin(key: string): () => void {
    const pending = this.#pending.get(key) ?? { count: 0, over: Promise.withResolvers<void>() };
    this.#pending.set(key, pending);
    pending.count += 1;
    return () => {
      pending.count -= 1;
      if (pending.count > 0) return;
      this.#pending.delete(key);
      pending.over.resolve();
    };
  }

  /** A promise that resolves when nothing of a key is being written any more, however that went; undefined while nothing is. */
  pending(key: string): Promise<void> | undefined {
    return this.#pending.get(key)?.over.promise;
  }

  /**
   * Calls back with its key whenever something was changed and the server holds it.
   *
   * @returns a function that ends this
   */
  onChanged(notify: (key: string) => void): () => void {
    this.#listeners.add(notify);
    return () => this.#listeners.delete(notify);
  }

  /**
   * Reads something that is no query of its own, and takes it into the cache below what was edited meanwhile.
   *
   * @param takeIn is given the answer, and `show`, which does what the method `show` does with an
   *   edit of the moment at which the answer was asked for
   */
  async read<Answer>(
    ask: () => Promise<Answer>,
    takeIn: (answer: Answer, show: LocalEdits['show']) => void,
  ): Promise<void> {
    const read: Read = { askedAt: performance.now(), pages: undefined };
    this.#reads.set(read, read);
    try {
      takeIn(await ask(), (key, show) => {
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

/** A list that has grown, with the pages that were there before as they are now: the answer has them as they were when it was asked for. */
function withLatest({ pages, pageParams }: InfiniteData<unknown>, cached: InfiniteData<unknown>) {
  const latest = pages.map((page, index) => {
    const known = cached.pageParams.indexOf(pageParams[index]);
    return known === -1 ? page : cached.pages[known];
  });
  return { pages: latest, pageParams };
}
