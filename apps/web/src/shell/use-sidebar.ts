import { useCallback, useEffect, useState } from 'react';
import { useIsMobile } from '#lib/use-media-query.ts';

/** The cookie that keeps whether the desktop's sidebar is expanded. */
const COOKIE = 'sidebar:state';
const WEEK_SECONDS = 7 * 24 * 60 * 60;

/** Whether the cookies, as `document.cookie` gives them, say that the sidebar is expanded. */
export function isSidebarExpanded(cookies: string): boolean {
  return cookies.split('; ').includes(`${COOKIE}=true`);
}

/** The cookie that keeps the state, as text for `document.cookie`. */
export function sidebarCookie(expanded: boolean): string {
  return `${COOKIE}=${expanded}; path=/; max-age=${WEEK_SECONDS}; samesite=lax`;
}

/** The state of the sidebar on a desktop and of the drawer on a phone. Ctrl+B and Cmd+B toggle either. */
export function useSidebar() {
  const mobile = useIsMobile();
  const [expanded, setExpanded] = useState(() => isSidebarExpanded(document.cookie));
  const [drawer, setDrawer] = useState(false);

  const toggle = useCallback(() => {
    if (mobile) {
      setDrawer((open) => !open);
    } else {
      document.cookie = sidebarCookie(!expanded);
      setExpanded(!expanded);
    }
  }, [mobile, expanded]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || event.altKey || event.shiftKey) return;
      if (event.ctrlKey === event.metaKey) return;
      event.preventDefault();
      toggle();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [toggle]);

  return { expanded, toggle, drawerOpen: drawer && mobile, setDrawer };
}
