import type { Playlist } from '#features/player/track.ts';
import { logFailure } from '#lib/log.ts';
import { bindDrops } from './bind-drops.ts';
import type { EarlyPage } from './early-page.ts';
import { findTwin } from './element-twin.ts';
import { loadApp } from './load-app.ts';

/**
 * Makes the drops of a rendered page play, and hands the page over to the app once its code is there. What else is
 * pressed until then is pressed again in the app, and the focus stays where it is. Call it in the document's head: on a
 * slow connection a play button is on the screen, and may be pressed, before the rest of the document has arrived.
 *
 * @param beginning resolves when the beginning of the first clip has been fetched
 */
export function bindPage(early: EarlyPage, playlist: Playlist, beginning: Promise<unknown>): void {
  const drops = bindDrops(early.player, playlist);
  let pressed: HTMLElement | null = null;
  let focused: Element | null = null;
  let isAppMissing = false;
  const app = loadApp(document, beginning, (cause) => {
    isAppMissing = true;
    logFailure('The code of the app could not be fetched.', cause);
    if (pressed instanceof HTMLAnchorElement) location.assign(pressed.href);
  });

  const listening = new AbortController();
  const on = <Type extends keyof DocumentEventMap>(
    type: Type,
    react: (event: DocumentEventMap[Type]) => void,
  ) => document.addEventListener(type, react, { signal: listening.signal });

  on('click', (event) => {
    if (drops.click(event)) return;
    const target = pressedElement(event);
    if (!target || (isAppMissing && target instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    target.dataset['waiting'] = '';
    pressed = target;
    app.hurry();
  });
  // There is more below, and keys have a meaning in the app.
  on('scroll', app.hurry);
  on('keydown', app.hurry);
  on('focusin', ({ target }) => {
    focused = target instanceof Element ? target : null;
  });
  on('focusout', ({ target }) => {
    // Only afterwards is it known whether the element has lost the focus because the app has replaced it.
    queueMicrotask(() => {
      if (target === focused && focused?.isConnected) focused = null;
    });
  });

  const handOver = async () => {
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
    const content = document.getElementById('visit');
    const root = document.getElementById('root');
    if (!content || !root) throw new Error('The document has no rendered page.');
    drops.showAll(content);
    const takeOver = await app.arrived;
    await takeOver(early);
    drops.stop();
    listening.abort();
    if (focused) findTwin(focused, content, root)?.focus({ preventScroll: true });
    if (pressed) findTwin(pressed, content, root)?.click();
  };
  handOver().catch((cause: unknown) => logFailure('The app could not take over the page.', cause));
}

/** The link or button on which a click was, unless the browser itself does what was meant. */
function pressedElement(event: MouseEvent): HTMLElement | null {
  const { target, metaKey, ctrlKey, shiftKey, altKey } = event;
  const isForNewTab = metaKey || ctrlKey || shiftKey || altKey;
  if (isForNewTab || !(target instanceof Element)) return null;
  return target.closest<HTMLElement>('button, a:not([href^="#"])');
}
