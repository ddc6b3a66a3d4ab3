import { useEffect } from 'react';

/** Keeps the height of what an on-screen keyboard leaves of the window in `--visible-height`, while the page is shown. */
export function useVisibleHeight(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const measure = () => {
      // Zooming in makes the viewport small as well.
      if (viewport.scale === 1) style.setProperty('--visible-height', `${viewport.height}px`);
    };
    measure();
    viewport.addEventListener('resize', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      style.removeProperty('--visible-height');
    };
  }, []);
}
