import { useEffect, useState } from 'react';
import { exactMoment } from './exact-moment.ts';
import { lazyPart } from './lazy-part.tsx';

/** How long the pointer must rest before a tooltip opens, in milliseconds. */
const TOOLTIP_DELAY = 700;

/** After one tooltip has closed, the next opens at once for this long, in milliseconds. */
const TOOLTIP_SKIP = 300;

const TooltipBubble = lazyPart(() => import('./tooltip-bubble.tsx'));

/**
 * Shows the tooltips of all elements with `data-tooltip`, and the exact time of every `<time>`; the page
 * has one layer. A tooltip opens when the pointer or the keyboard focus has rested on its element, or at once when another tooltip was open just before.
 */
export default function TooltipLayer() {
  const [target, setTarget] = useState<HTMLElement>();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown: HTMLElement | undefined;
    let closedAt: number | undefined;

    const close = () => {
      clearTimeout(timer);
      if (shown) closedAt = performance.now();
      shown = undefined;
      setTarget(undefined);
    };
    const approach = (element: HTMLElement | undefined) => {
      if (element === shown) return;
      close();
      if (!element) return;
      TooltipBubble.preload();
      timer = setTimeout(
        () => {
          if (hasPopupOpen(element)) return;
          shown = element;
          setTarget(element);
        },
        tooltipDelay(performance.now(), closedAt),
      );
    };
    const onPointerOver = (event: PointerEvent) => {
      if (event.pointerType === 'touch' || isOnTooltip(event.target)) return;
      approach(tooltipTarget(event.target));
    };
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || !target.matches(':focus-visible')) return;
      approach(tooltipTarget(target) ?? timeOf(target));
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };

    const unmounting = new AbortController();
    const { signal } = unmounting;
    document.addEventListener('pointerover', onPointerOver, { signal });
    document.addEventListener('focusin', onFocusIn, { signal });
    document.addEventListener('focusout', close, { signal });
    document.addEventListener('pointerdown', close, { signal });
    document.addEventListener('keydown', onKeyDown, { signal });
    return () => {
      close();
      unmounting.abort();
    };
  }, []);

  const text =
    target instanceof HTMLTimeElement ? exactMoment(target.dateTime) : target?.dataset['tooltip'];
  return target && text ? (
    <TooltipBubble anchor={target} text={text} side={target.dataset['tooltipSide']} />
  ) : null;
}

/**
 * The wait before a tooltip opens, in milliseconds.
 *
 * @param now on the clock of `closedAt`, in milliseconds
 * @param closedAt when the last tooltip was closed
 */
function tooltipDelay(now: number, closedAt: number | undefined): number {
  return closedAt !== undefined && now - closedAt <= TOOLTIP_SKIP ? 0 : TOOLTIP_DELAY;
}

/** The nearest element around the event's target that has a tooltip. */
function tooltipTarget(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<HTMLElement>('[data-tooltip], time[datetime]') ?? undefined;
}

/** The time in a link or button, or in what describes it. */
function timeOf(control: Element): HTMLElement | undefined {
  if (!control.matches('a, button')) return undefined;
  const description = document.getElementById(control.getAttribute('aria-describedby') ?? '');
  for (const part of [control, description]) {
    const time = part?.querySelector<HTMLElement>('time[datetime]');
    if (time) return time;
  }
  return undefined;
}

/** Whether the event's target is the open tooltip, which the pointer may enter without closing it (WCAG 1.4.13). */
function isOnTooltip(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-tooltip-bubble]') !== null;
}

/** Whether the menu or dialog of an element is open; the tooltip would cover it. */
function hasPopupOpen(element: Element): boolean {
  return element.matches('[aria-haspopup][aria-expanded=true]');
}
