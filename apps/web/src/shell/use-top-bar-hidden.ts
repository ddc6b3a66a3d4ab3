import { useEffect, useState } from 'react';
import { topBarAtRest, topBarScrolled } from './top-bar-visibility.ts';

/** Whether the mobile top bar is out of the way of the page's scrolling. */
export function useTopBarHidden(): boolean {
  const [hidden, setHidden] = useState(false);

  useEffect(() => {
    let state = topBarScrolled(topBarAtRest, scrollY);
    const onScroll = () => {
      state = topBarScrolled(state, scrollY);
      setHidden(state.hidden);
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, []);

  return hidden;
}
