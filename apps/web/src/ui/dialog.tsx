import { lazyPopup } from './lazy-part.tsx';

/**
 * A window over the page: focus stays in it, Escape closes it. Its code is fetched while the page
 * is idle; code that is itself fetched later renders `DialogPopup` at once.
 *
 * `shape`: `centre`, `sheet` (from the foot on a narrow screen, centred on a wide one) or `drawer`
 * (from the left edge).
 */
export const Dialog = lazyPopup(() => import('./dialog-popup.tsx'));
