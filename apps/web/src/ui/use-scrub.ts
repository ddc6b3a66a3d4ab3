import { useRef, useState, type PointerEvent } from 'react';

/** How far a finger moves before it scrubs, in CSS pixels: until then it may be about to scroll the page. */
const TOUCH_SLOP = 6;

interface Drag {
  pointerId: number;
  /** Where the pointer went down, in CSS pixels from the left of the window. */
  startX: number;
  /** Whether the pointer has moved far enough to scrub. A mouse scrubs from its press on. */
  isScrubbing: boolean;
}

interface Scrub {
  /** The share under the pointer while it scrubs, 0 to 1. */
  scrubbed: number | undefined;
  /** Handlers of the element that is scrubbed, whose width is the whole. */
  handlers: Record<
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onLostPointerCapture',
    (event: PointerEvent<HTMLElement>) => void
  >;
}

/**
 * Scrubs along an element by mouse, pen or finger. Pointer events rather than a range input, which in
 * WebKit takes touches on its thumb alone.
 *
 * The element needs `touch-action: pan-y`, so that vertical movements of a finger still scroll the page:
 * the browser then cancels the pointer, and nothing was sought.
 *
 * @param onSeek called with the share of the width, 0 to 1, at which the pointer was released
 */
export function useScrub(onSeek: (share: number) => void): Scrub {
  const [scrubbed, setScrubbed] = useState<number>();
  const drag = useRef<Drag>(undefined);

  const end = () => {
    drag.current = undefined;
    setScrubbed(undefined);
  };
  const endOf = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerId === drag.current?.pointerId) end();
  };

  return {
    scrubbed,
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0 || drag.current) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const isScrubbing = event.pointerType !== 'touch';
        drag.current = { pointerId: event.pointerId, startX: event.clientX, isScrubbing };
        if (isScrubbing) setScrubbed(shareAt(event));
      },
      onPointerMove: (event) => {
        const current = drag.current;
        if (event.pointerId !== current?.pointerId) return;
        current.isScrubbing ||= Math.abs(event.clientX - current.startX) >= TOUCH_SLOP;
        if (current.isScrubbing) setScrubbed(shareAt(event));
      },
      onPointerUp: (event) => {
        if (event.pointerId !== drag.current?.pointerId) return;
        const share = shareAt(event);
        end();
        onSeek(share);
      },
      onPointerCancel: endOf,
      onLostPointerCapture: endOf,
    },
  };
}

/** The share of an element's width at which a pointer is, 0 to 1 also beside the element. */
function shareAt({ clientX, currentTarget }: PointerEvent<HTMLElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return width > 0 ? Math.min(1, Math.max(0, (clientX - left) / width)) : 0;
}
