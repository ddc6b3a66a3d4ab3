import type { Drop } from './drop.ts';

/** A change of a drop that a response of the server may lack. */
interface Edit {
  /** Identifies what is changed. */
  key: string;
  /** When the server had the change, by `performance.now()`; Infinity while it is being written. */
  at: number;
  /** Must be idempotent. */
  patch: (drop: Drop) => Drop;
}

interface Entry {
  /** The drop in the response that was requested last. */
  received: Drop;
  /** When that response was requested, by `performance.now()`. */
  requestedAt: number;
  /** The edits that the response may lack, in the order of time. */
  edits: readonly Edit[];
  /** The drop with these edits. */
  current: Drop;
}

/**
 * The drops that were read, by id; lists hold only ids. An edit or a removal stays on top of what the
 * server returns until a response arrives that was requested after it.
 */
export class DropStore {
  readonly #entries = new Map<string, Entry>();
  /** When the server was known to have removed drops, by their id. */
  readonly #removals = new Map<string, number>();
  /** When the viewer hid drops, by their id or their author's id; Infinity while that is being written. */
  readonly #hidden = new Map<string, number>();
  /** When drops were requested that were posted or changed meanwhile, by their id. */
  readonly #arrivals = new Map<string, number>();
  readonly #listeners = new Set<() => void>();

  /** A drop as it is shown; undefined if it is unknown or removed. */
  get(id: string): Drop | undefined {
    const entry = this.#entries.get(id);
    return entry && this.isShown(entry.received, entry.requestedAt) ? entry.current : undefined;
  }

  /** Whether a drop was neither removed nor hidden since a response had it, also if it is not stored. */
  isShown({ id, author }: Pick<Drop, 'id'> & { author: { userId: string } }, requestedAt: number) {
    const marks = [this.#removals.get(id), this.#hidden.get(id), this.#hidden.get(author.userId)];
    return marks.every((at) => at === undefined || at < requestedAt);
  }

  /**
   * Stores the drops of a response. A drop of which a later request has been answered stays as it is.
   *
   * @param requestedAt by `performance.now()`
   * @param isArrival whether pages that were requested earlier show the drops, too
   */
  receive(drops: readonly Drop[], requestedAt: number, isArrival = false): void {
    for (const received of drops) {
      const known = this.#entries.get(received.id);
      if (isArrival) this.#arrivals.set(received.id, requestedAt);
      if (known && known.requestedAt > requestedAt) continue;
      const edits = known?.edits.filter(({ at }) => at >= requestedAt) ?? [];
      this.#set({ received, requestedAt, edits });
    }
    this.#notify();
  }

  /**
   * Changes a stored drop. The edit replaces one of the same key that is being written, or that it
   * follows: an earlier one remains below edits of other keys that were made on top of it, such as a
   * number of likes that includes the viewer's.
   *
   * @param at see `Edit`
   */
  edit(id: string, key: string, patch: Edit['patch'], at = performance.now()): void {
    const entry = this.#entries.get(id);
    if (!entry || at < entry.requestedAt) return;
    const others = entry.edits.filter((edit) => edit.key !== key || edit.at < Infinity);
    const edits = [...others, { key, at, patch }].sort((one, other) => one.at - other.at);
    const needed = edits.filter((edit, index) => edits[index + 1]?.key !== edit.key);
    this.#set({ ...entry, edits: needed });
    this.#notify();
  }

  /** Marks an edit as written, unless another of its key has replaced it. */
  settle(id: string, patch: Edit['patch']): void {
    const edit = this.#entries.get(id)?.edits.find((each) => each.patch === patch);
    if (edit) this.edit(id, edit.key, patch);
  }

  #set(entry: Omit<Entry, 'current'>): void {
    const { received, edits } = entry;
    const current = edits.reduce((drop, { patch }) => patch(drop), received);
    this.#entries.set(received.id, { ...entry, current });
  }

  /** Removes a drop that the viewer can no longer read, until a response has it that was requested later. */
  remove(id: string, at = performance.now()): void {
    this.#removals.set(id, at);
    this.#notify();
  }

  /**
   * Hides a drop that the viewer deletes, or all drops of an author whom the viewer blocks, until a
   * response has them that was requested later; or shows them again in their places.
   *
   * @param id of the drop or of the author
   * @param at when they were hidden; Infinity while that is being written
   */
  setHidden(id: string, isHidden: boolean, at: number): void {
    if (isHidden) this.#hidden.set(id, at);
    else this.#hidden.delete(id);
    this.#notify();
  }

  /** The drops that were posted or changed since lists were requested, and when they were requested themselves. */
  arrivals(): { drop: Drop; requestedAt: number }[] {
    return [...this.#arrivals].flatMap(([id, requestedAt]) => {
      const drop = this.get(id);
      return drop ? { drop, requestedAt } : [];
    });
  }

  /** The drops of one author, also those that are not shown. */
  ofAuthor(userId: string): Drop[] {
    return [...this.#entries.values()]
      .map(({ current }) => current)
      .filter(({ author }) => author.userId === userId);
  }

  /** Evicts the drops that are not in use and have no edit that is being written. */
  evict(inUse: ReadonlySet<string>): void {
    const kept = new Set<string>();
    for (const [id, { edits, received }] of this.#entries) {
      if (inUse.has(id) || edits.at(-1)?.at === Infinity) kept.add(id).add(received.author.userId);
      else this.#entries.delete(id);
    }
    for (const id of this.#arrivals.keys()) if (!kept.has(id)) this.#arrivals.delete(id);
    for (const marks of [this.#removals, this.#hidden]) {
      for (const [id, at] of marks) if (at < Infinity && !kept.has(id)) marks.delete(id);
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
