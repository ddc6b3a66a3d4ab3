import { lazyPopup } from './lazy-part.tsx';

/**
 * A modal window over the page. Its code is fetched while the page is idle; modules that are
 * themselves fetched later use `DialogPopup` directly.
 *
 * `shape`: `centre`, `sheet` (from the bottom edge on a narrow screen, centred on a wide one) or
 * `drawer` (from the left edge).
 */
export const Dialog = lazyPopup(() => import('./dialog-popup.tsx'));
