import { useSyncExternalStore } from 'react';
import { useClient } from '#lib/app.ts';
import { perClient } from '#lib/per-client.ts';

/** How long the indicator stays after the last sign of typing, in milliseconds: signs come every three seconds. */
const SHOWN_FOR = 4500;

/** In which conversations the other side is writing. */
class Typing {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (notify: () => void): (() => void) => {
    this.#listeners.add(notify);
    return () => this.#listeners.delete(notify);
  };

  has(conversationId: string): boolean {
    return this.#timers.has(conversationId);
  }

  show(conversationId: string): void {
    clearTimeout(this.#timers.get(conversationId));
    this.#timers.set(
      conversationId,
      setTimeout(() => this.end(conversationId), SHOWN_FOR),
    );
    this.#notify();
  }

  /** Hides the indicator: a message has come. */
  end(conversationId: string): void {
    clearTimeout(this.#timers.get(conversationId));
    if (this.#timers.delete(conversationId)) this.#notify();
  }

  #notify(): void {
    for (const notify of this.#listeners) notify();
  }
}

export const typingOf = perClient(() => new Typing());

/** Whether the other side of a conversation is writing. */
export function useTyping(conversationId: string): boolean {
  const typing = typingOf(useClient());
  return useSyncExternalStore(typing.subscribe, () => typing.has(conversationId));
}
