import { rememberWritten, showWrittenSince } from './written.ts';

interface Toggle {
  /** What the server is known to hold. */
  confirmed: boolean;
  /** What the person wants. */
  wanted: boolean;
  /** How often it was pressed: only the last press is answered for. */
  presses: number;
  /** Ends when the server holds what is wanted, or has failed to. */
  writing: Promise<void>;
  /** Draws a state wherever it is cached. */
  show: (on: boolean) => void;
}

interface ToggleEffects {
  /** Draws a state: the wanted one at once, the confirmed one when a write fails. More than once for the same one. */
  show: (on: boolean) => void;
  /** Makes the server hold a state. */
  write: (on: boolean) => Promise<void>;
}

/** Those whose writes are under way, by key. */
const toggles = new Map<string, Toggle>();

const listeners = new Set<(key: string) => void>();

/**
 * Switches something of the person's own on or off: a like, a bookmark, a
 * follow, a block. What is wanted shows at once; writes of the same key go out
 * one after the other, and presses that come while one is under way become one
 * more write at most. Outlives the component that asked.
 *
 * @param key names what is switched, e.g. `like ${dropId}`
 * @param on what is wanted now; what it was before is the opposite
 * @returns true when the server holds it; false when a later press has changed it again
 * @throws what `write` throws, after `show` has been given what the server holds;
 *   only to the one whose press it was the last
 */
export async function toggle(key: string, on: boolean, effects: ToggleEffects): Promise<boolean> {
  effects.show(on);
  const running = toggles.get(key);
  const current = running ?? {
    confirmed: !on,
    wanted: on,
    presses: 0,
    writing: Promise.resolve(),
    show: effects.show,
  };
  current.wanted = on;
  current.presses += 1;
  const press = current.presses;
  if (!running) {
    toggles.set(key, current);
    current.writing = settle(key, current, effects);
  }
  try {
    await current.writing;
  } catch (cause) {
    if (current.presses === press) throw cause;
  }
  return current.presses === press;
}

/**
 * Whether something is being switched: a promise that resolves when that is over,
 * however it went, and undefined while nothing is on its way.
 */
export function settling(key: string): Promise<unknown> | undefined {
  const running = toggles.get(key);
  return running && Promise.allSettled([running.writing]);
}

/**
 * Draws once more what the person has changed since something was asked for, and what is being
 * switched: the answer, which has just been drawn, may not know of it.
 *
 * @param moment when that was, by `performance.now()`
 */
export function showChangedSince(moment: number): void {
  showWrittenSince(moment);
  for (const { wanted, show } of toggles.values()) show(wanted);
}

/**
 * Calls back with its key whenever something has been switched, and the server holds it.
 *
 * @returns a function that ends it
 */
export function onToggled(notify: (key: string) => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

async function settle(key: string, current: Toggle, { show, write }: ToggleEffects): Promise<void> {
  try {
    while (current.wanted !== current.confirmed) {
      const target = current.wanted;
      await write(target);
      current.confirmed = target;
      rememberWritten(key, () => show(target));
    }
    for (const notify of listeners) notify(key);
  } catch (cause) {
    show(current.confirmed);
    throw cause;
  } finally {
    toggles.delete(key);
  }
}
