import { lazy, Suspense, useEffect, useState } from 'react';
import { ignore } from './code-is-missing.ts';
import { hasPopupOpen, isOnTooltip, tooltipDelay, tooltipTarget } from './tooltip-timing.ts';

const loadBubble = () => import('./tooltip-bubble.tsx');
const TooltipBubble = lazy(loadBubble);

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
      void loadBubble().catch(ignore);
      timer = setTimeout(
        () => {
          if (hasPopupOpen(element)) return;
          shown = element;
          void show(element);
        },
        tooltipDelay(performance.now(), closedAt),
      );
    };
    const show = async (element: HTMLElement) => {
      // Without its code there is no tooltip; the label still says the same.
      const isLoaded = await loadBubble().then(Boolean, () => false);
      if (isLoaded && shown === element) setTarget(element);
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
    <Suspense>
      <TooltipBubble anchor={target} text={text} side={target.dataset['tooltipSide']} />
    </Suspense>
  ) : null;
}
