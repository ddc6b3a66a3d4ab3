/** What a person does to scroll, or to go elsewhere. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Calls `onMove` when a person may have scrolled the page, which is not so for scrolling by the app. */
export function onOwnMove(onMove: () => void, signal: AbortSignal): void {
  for (const move of MOVES) addEventListener(move, onMove, { passive: true, signal });
}
