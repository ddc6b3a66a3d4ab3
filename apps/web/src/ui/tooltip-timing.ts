/** How long the pointer must rest before a tooltip opens, in milliseconds. */
const TOOLTIP_DELAY = 700;

/** After one tooltip has closed, the next opens at once for this long, in milliseconds. */
const TOOLTIP_SKIP = 300;

/**
 * The wait before a tooltip opens, in milliseconds.
 *
 * @param now and `closedAt` are readings of the same clock, in milliseconds
 */
export function tooltipDelay(now: number, closedAt: number | undefined): number {
  return closedAt !== undefined && now - closedAt <= TOOLTIP_SKIP ? 0 : TOOLTIP_DELAY;
}

/** The element whose tooltip an event is about, if any. */
export function tooltipTarget(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<HTMLElement>('[data-tooltip]') ?? undefined;
}

/** Whether an event is on an open tooltip itself, where the pointer may rest (WCAG 1.4.13). */
export function isOnTooltip(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-tooltip-bubble]') !== null;
}

/** Whether what an element opens is open: its tooltip would lie on top of that. */
export function hasPopupOpen(element: Element): boolean {
  return element.matches('[aria-haspopup][aria-expanded=true]');
}
