import { useEffect, useState } from 'react';
import { afterPaint } from '#ui/after-paint.ts';
import { topBarAtRest, topBarScrolled } from './top-bar-visibility.ts';

/** Whether the mobile top bar is out of the way of the page's scrolling. */
export function useTopBarHidden(): boolean {
  const [hidden, setHidden] = useState(false);

  useEffect(() => {
    let state = topBarAtRest;
    const onScroll = () => {
      state = topBarScrolled(state, scrollY);
      setHidden(state.hidden);
    };
    const cancel = afterPaint(() => {
      state = topBarScrolled(topBarAtRest, scrollY);
      addEventListener('scroll', onScroll, { passive: true });
    });
    return () => {
      cancel();
      removeEventListener('scroll', onScroll);
    };
  }, []);

  return hidden;
}
