import { useEffect, type RefObject } from 'react';

/** The messages of the open conversation, from top to bottom. */
const messages = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[role=log] [data-message]'),
];

export function focusLastMessage(): void {
  messages().at(-1)?.focus();
}

/**
 * Lets arrow keys, Home and End move the focus between messages, and from the last one down to where one is written.
 * Enter opens the menu of a message.
 */
export function useMessageKeys(log: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const bound = new AbortController();
    log.current?.addEventListener('keydown', onKeyDown, { signal: bound.signal });
    return () => bound.abort();
  }, [log]);
}

function onKeyDown(event: KeyboardEvent): void {
  const { key, target, currentTarget } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (key === 'Escape') {
    focusComposer();
    return;
  }
  const all = messages();
  const index = all.findIndex((one) => one === target);
  if (index === -1 && target !== currentTarget) return;
  if (key === 'Enter') {
    all[index]?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click();
    return;
  }
  const next = {
    ArrowDown: index + 1,
    ArrowUp: index === -1 ? all.length - 1 : Math.max(0, index - 1),
    Home: 0,
    End: all.length - 1,
  }[key];
  if (next === undefined) return;
  event.preventDefault();
  if (next >= all.length) focusComposer();
  else all[next]?.focus();
}

function focusComposer(): void {
  document.querySelector<HTMLElement>('[data-composer] textarea')?.focus();
}
