import { useEffect, useRef, useState, type PointerEvent } from 'react';

/** How long a finger rests on the button until it holds it, in milliseconds. */
const HOLD_MS = 250;
/** How far a finger may move meanwhile, in CSS pixels. */
const REST_PX = 12;
/** How far a finger slides to the left to cancel, and up to lock, in CSS pixels. */
const CANCEL_PX = 96;
const LOCK_PX = 72;

/** How far the finger has slid, as shares of what cancels and what locks, 0 to 1. */
export interface Slide {
  left: number;
  up: number;
}

export type Hold = ReturnType<typeof useHold>;

interface HoldHandlers {
  onHold: () => void;
  onRelease: () => void;
  onCancel: () => void;
}

const share = (distance: number, whole: number) => Math.min(1, Math.max(0, distance / whole));

/**
 * A button that a finger can hold, slide to the left to cancel, and slide up to lock: what was begun then goes on
 * without the finger. So it does when the system takes the finger away, as for a question about permissions.
 *
 * @returns the slide while the button is held, the handlers of the button, and whether a click belongs to a hold
 */
export function useHold(isOn: boolean, { onHold, onRelease, onCancel }: HoldHandlers) {
  const [slide, setSlide] = useState<Slide | null>(null);
  const start = useRef<{ x: number; y: number; isHeld: boolean } | null>(null);
  const wasHeld = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const end = () => {
    clearTimeout(timer.current);
    start.current = null;
    setSlide(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  const onPointerDown = (event: PointerEvent) => {
    wasHeld.current = false;
    if (!isOn || event.pointerType === 'mouse' || !event.isPrimary) return;
    const current = { x: event.clientX, y: event.clientY, isHeld: false };
    start.current = current;
    timer.current = setTimeout(() => {
      current.isHeld = true;
      wasHeld.current = true;
      setSlide({ left: 0, up: 0 });
      onHold();
    }, HOLD_MS);
  };
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    const { current } = start;
    if (!current) return;
    const [left, up] = [current.x - clientX, current.y - clientY];
    if (!current.isHeld) {
      if (Math.hypot(left, up) > REST_PX) end();
      return;
    }
    const moved = { left: share(left, CANCEL_PX), up: share(up, LOCK_PX) };
    if (moved.left < 1 && moved.up < 1) {
      setSlide(moved);
      return;
    }
    end();
    if (moved.left === 1) onCancel();
  };
  const onPointerUp = () => {
    const isHeld = start.current?.isHeld ?? false;
    end();
    if (isHeld) onRelease();
  };

  return {
    slide,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: end,
      // A long press would open the system's menu.
      onContextMenu: (event: { preventDefault: () => void }) =>
        start.current && event.preventDefault(),
    },
    isClickOfHold: () => wasHeld.current,
  };
}
