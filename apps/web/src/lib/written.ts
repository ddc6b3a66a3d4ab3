interface Written {
  /** When the server came to hold it, by `performance.now()`. */
  at: number;
  /** Draws it wherever it is cached. */
  show: () => void;
}

/** The last of each kind: as many as a person changes in a tab's life. */
const written = new Map<string, Written>();

/**
 * Remembers that something of the person's own has been written: an answer that was
 * asked for before, and comes after, does not know of it.
 *
 * @param key names what was changed, e.g. `privacy ${dropId}`; a later change takes its place
 * @param show draws it wherever it is cached; is called again after such an answer
 */
export function rememberWritten(key: string, show: () => void): void {
  written.set(key, { at: performance.now(), show });
}

/**
 * Draws once more what has been written since something was asked for.
 *
 * @param moment when that was, by `performance.now()`
 */
export function showWrittenSince(moment: number): void {
  for (const { at, show } of written.values()) if (at >= moment) show();
}
