import { expect, it } from 'vitest';
import { isSidebarExpanded, sidebarCookie } from './use-sidebar.ts';

it('the sidebar is collapsed unless the cookie says otherwise', () => {
  expect(isSidebarExpanded('')).toBe(false);
  expect(isSidebarExpanded('sidebar:state=false')).toBe(false);
  expect(isSidebarExpanded('other=1; sidebar:state=true')).toBe(true);
  expect(isSidebarExpanded('not-sidebar:state=true')).toBe(false);
});

it('the cookie is kept for seven days', () => {
  expect(sidebarCookie(true)).toContain('sidebar:state=true');
  expect(sidebarCookie(true)).toContain('max-age=604800');
});
