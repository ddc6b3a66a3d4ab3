import { useRef, useState, type PointerEvent } from 'react';

/** How far a finger moves before it scrubs, in CSS pixels: until then it may be about to scroll the page. */
const TOUCH_SLOP = 6;

interface Drag {
  pointerId: number;
  /** Where the pointer went down, in CSS pixels from the left of the window. */
  startX: number;
  /** Whether the pointer has moved far enough to scrub. A mouse scrubs from its press on. */
  scrubs: boolean;
}

interface ScrubOptions {
  /** Called with the share of the width under the pointer, 0 to 1; with undefined when it scrubs no more. */
  onScrub: (share: number | undefined) => void;
  /** Called with the share at which the pointer was released. */
  onSeek: (share: number) => void;
}

interface Scrub {
  isScrubbing: boolean;
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
 */
export function useScrub({ onScrub, onSeek }: ScrubOptions): Scrub {
  const [isScrubbing, setScrubbing] = useState(false);
  const drag = useRef<Drag>(undefined);

  const scrub = (event: PointerEvent<HTMLElement>) => {
    setScrubbing(true);
    onScrub(shareAt(event));
  };
  const end = () => {
    drag.current = undefined;
    setScrubbing(false);
    onScrub(undefined);
  };
  const endOf = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerId === drag.current?.pointerId) end();
  };

  return {
    isScrubbing,
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0 || drag.current) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const scrubs = event.pointerType !== 'touch';
        drag.current = { pointerId: event.pointerId, startX: event.clientX, scrubs };
        if (scrubs) scrub(event);
      },
      onPointerMove: (event) => {
        const current = drag.current;
        if (event.pointerId !== current?.pointerId) return;
        current.scrubs ||= Math.abs(event.clientX - current.startX) >= TOUCH_SLOP;
        if (current.scrubs) scrub(event);
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
