import { useEffect } from 'react';

/**
 * Moves the focus to a near element when the focused element is removed or disabled. Otherwise the
 * body gets the focus, keys do nothing, and a screen reader loses its place. The page has one.
 */
export default function FocusRecovery() {
  useEffect(recoverFocus, []);
  return null;
}

/** @returns a function that stops the recovery */
function recoverFocus(): () => void {
  /** The element that had the focus last, and its ancestors from the inside out. */
  let path: Element[] = [];
  /** The element that was disabled while it had the focus. */
  let disabled: HTMLElement | undefined;
  let frame = 0;

  const remember = ({ target }: FocusEvent) => {
    path = target instanceof Element ? [...withAncestors(target)] : [];
    disabled = undefined;
  };

  const isLost = () => {
    const focused = document.activeElement;
    if (focused !== document.body && focused !== disabled) return false;
    return path[0]?.isConnected === false || (disabled?.matches(DISABLED_NOT_BUSY) ?? false);
  };

  const onMutation = () => {
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && focused.matches(':disabled')) disabled = focused;
    if (focused === document.body && disabled?.isConnected && !disabled.matches(':disabled')) {
      disabled.focus({ preventScroll: true });
    }
    // Menus, dialogs and lists move the focus themselves before the next frame.
    if (isLost()) frame ||= requestAnimationFrame(recover);
  };

  const recover = () => {
    frame = 0;
    if (isLost()) focusTemporarily(nearestRemaining(path));
  };

  const observer = new MutationObserver(onMutation);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled'],
  });
  document.addEventListener('focusin', remember);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', remember);
    cancelAnimationFrame(frame);
  };
}

/** A busy control is enabled again soon, and then gets the focus back. */
const DISABLED_NOT_BUSY = ':disabled:not([aria-busy=true])';

function* withAncestors(element: Element): Generator<Element> {
  for (let at: Element | null = element; at; at = at.parentElement) yield at;
}

/** The nearest remaining ancestor, but no further out than the page's `main`. */
function nearestRemaining([, ...outer]: readonly Element[]): HTMLElement | null {
  const main = document.querySelector('main');
  const place = outer.find((element) => element.isConnected);
  if (!(place instanceof HTMLElement) || place === document.body) return main;
  return main && place.contains(main) ? main : place;
}

/** Focuses an element; one that is not focusable gets a tabindex until it loses the focus. */
function focusTemporarily(place: HTMLElement | null): void {
  if (place && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place?.focus({ preventScroll: true });
}
