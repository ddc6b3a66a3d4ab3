/* Whether the desktop's sidebar is expanded, kept in a cookie. */

const COOKIE = 'sidebar:state';
const WEEK_SECONDS = 7 * 24 * 60 * 60;

/** Reads the state from a cookie header's text; collapsed where none is kept. */
export function isSidebarExpanded(cookies: string): boolean {
  return cookies.split('; ').includes(`${COOKIE}=true`);
}

/** The cookie that keeps the state for seven days. */
export function sidebarCookie(expanded: boolean): string {
  return `${COOKIE}=${expanded}; path=/; max-age=${WEEK_SECONDS}; samesite=lax`;
}
