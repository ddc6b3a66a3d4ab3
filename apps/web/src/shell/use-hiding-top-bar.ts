import { useEffect, useRef } from 'react';
import { topBarAtRest, topBarScrolled, type TopBarVisibility } from './top-bar-visibility.ts';

/**
 * Marks the top bar with `data-hidden` while the page is scrolled down, for top-bar.css. The bar comes
 * back when the number of unread notifications grows, because it has the bell.
 */
export function useHidingTopBar(unread: number | undefined): void {
  const state = useRef(topBarAtRest);
  const shownUnread = useRef(unread);

  useEffect(() => {
    const onScroll = () => {
      state.current = topBarScrolled(state.current, scrollY);
      markTopBar(state.current);
    };
    state.current = topBarScrolled(topBarAtRest, scrollY);
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, []);

  useEffect(() => {
    const hasGrown = (unread ?? 0) > (shownUnread.current ?? Infinity);
    shownUnread.current = unread;
    if (!hasGrown) return;
    state.current = { ...state.current, hidden: false, travel: 0 };
    markTopBar(state.current);
  }, [unread]);
}

function markTopBar({ hidden }: TopBarVisibility): void {
  document.querySelector('.top-bar')?.toggleAttribute('data-hidden', hidden);
}
