import { useEffect } from 'react';

/**
 * Keeps the place of the keyboard, and of a screen reader, on the whole page: once on it.
 * Else the focus falls to the body when what has it is taken off the page or
 * switched off, and the keys that are pressed next do nothing.
 */
export default function FocusRecovery() {
  useEffect(recoverFocus, []);
  return null;
}

/** @returns a function that ends it */
function recoverFocus(): () => void {
  /** What had the focus last, and all that was around it, from the inside out. */
  let path: Element[] = [];
  /** It had the focus when it was switched off. */
  let off: HTMLElement | undefined;
  let frame = 0;

  const remember = ({ target }: FocusEvent) => {
    path = target instanceof Element ? [...around(target)] : [];
    off = undefined;
  };

  const isLost = () => {
    const focused = document.activeElement;
    if (focused !== document.body && focused !== off) return false;
    return path[0]?.isConnected === false || (off?.matches(OFF_FOR_GOOD) ?? false);
  };

  const look = () => {
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && focused.matches(':disabled')) off = focused;
    if (focused === document.body && off?.isConnected && !off.matches(':disabled')) {
      off.focus({ preventScroll: true });
    }
    // Menus, dialogs and lists know better where to go, and have gone there by the next frame.
    if (isLost()) frame ||= requestAnimationFrame(goOn);
  };

  const goOn = () => {
    frame = 0;
    if (isLost()) focusPlace(placeAround(path));
  };

  const observer = new MutationObserver(look);
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

/** What is only busy is soon on again, and has the focus back then. */
const OFF_FOR_GOOD = ':disabled:not([aria-busy=true])';

function* around(element: Element): Generator<Element> {
  for (let at: Element | null = element; at; at = at.parentElement) yield at;
}

/** What is left around an element that is gone or off; the page's main part, where that is all the page. */
function placeAround([, ...outer]: readonly Element[]): HTMLElement | null {
  const main = document.querySelector('main');
  const place = outer.find((element) => element.isConnected);
  if (!(place instanceof HTMLElement) || place === document.body) return main;
  return main && place.contains(main) ? main : place;
}

/** Gives the focus to something that takes none by itself, for as long as it stays there. */
function focusPlace(place: HTMLElement | null): void {
  if (place && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place?.focus({ preventScroll: true });
}
