import { useEffect, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';
import { hasPopupOpen, isOnTooltip, tooltipDelay, tooltipTarget } from './tooltip-timing.ts';

const TooltipBubble = lazyPart(() => import('./tooltip-bubble.tsx'));

/**
 * Shows the tooltip of whatever carries `data-tooltip`, for the whole page: 700 ms after the
 * pointer or the keyboard rests on it, at once when another was open just before. Once on the page.
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
    const approach = (event: Event) => {
      const element = tooltipTarget(event.target);
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
      if (event.pointerType !== 'touch' && !isOnTooltip(event.target)) approach(event);
    };
    const onFocusIn = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible'))
        approach(event);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };

    document.addEventListener('pointerover', onPointerOver);
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', close);
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      close();
      document.removeEventListener('pointerover', onPointerOver);
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', close);
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);

  const text = target?.dataset['tooltip'];
  return target && text ? (
    <TooltipBubble anchor={target} text={text} side={target.dataset['tooltipSide']} />
  ) : null;
}
