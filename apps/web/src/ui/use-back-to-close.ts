import { useEffect, useEffectEvent, useRef } from 'react';

/** The entry of the browser's history that an open popup has added. */
interface Entry {
  id: string;
  /** Takes the entry away again, unless the popup is opened anew before. */
  leaving?: ReturnType<typeof setTimeout>;
}

/**
 * Lets the back button close an open popup, as phones lead one to expect. While it is open, the browser's
 * history has one more entry for the same address. The router does not notice that, so that opening and
 * closing a popup reads nothing again.
 */
export function useBackToClose(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  const added = useRef<Entry>(undefined);

  useEffect(() => {
    if (!open) return undefined;
    // In development React runs each effect twice: the second time the entry is there already.
    clearTimeout(added.current?.leaving);
    const entry = added.current ?? addEntry();
    added.current = entry;

    const onPop = (event: PopStateEvent) => {
      if (isCurrent(entry)) return;
      event.stopImmediatePropagation();
      added.current = undefined;
      close();
    };
    // In the capturing phase, so that the router's listener comes after this one.
    addEventListener('popstate', onPop, { capture: true });
    return () => {
      removeEventListener('popstate', onPop, { capture: true });
      if (added.current !== entry) return;
      entry.leaving = setTimeout(() => {
        added.current = undefined;
        removeEntry(entry);
      });
    };
  }, [open]);
}

function addEntry(): Entry {
  const entry = { id: `popup ${performance.now()}` };
  // The router's own part of the state stays the same.
  const state = Object.assign({}, history.state, { popup: entry.id });
  // The prototype's method: the router has replaced that of `history` to be notified of changes.
  History.prototype.pushState.call(history, state, '');
  return entry;
}

/** Goes back to the entry before, unless a link has led on from the popup. */
function removeEntry(entry: Entry): void {
  if (!isCurrent(entry)) return;
  const onPop = (event: PopStateEvent) => event.stopImmediatePropagation();
  addEventListener('popstate', onPop, { capture: true, once: true });
  history.back();
}

function isCurrent({ id }: Entry): boolean {
  const state: unknown = history.state;
  return state instanceof Object && 'popup' in state && state.popup === id;
}
