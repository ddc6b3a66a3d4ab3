import { useState } from 'react';
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

/** The state of the sidebar on a desktop and of the drawer on a phone. `toggle` changes that which is there. */
export function useSidebar() {
  const mobile = useIsMobile();
  const [expanded, setExpanded] = useState(() => isSidebarExpanded(document.cookie));
  const [drawer, setDrawer] = useState(false);

  const toggle = () => {
    if (mobile) {
      setDrawer((open) => !open);
    } else {
      document.cookie = sidebarCookie(!expanded);
      setExpanded(!expanded);
    }
  };

  return { expanded, toggle, drawerOpen: drawer && mobile, setDrawer };
}
