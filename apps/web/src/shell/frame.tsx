import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Sidebar, SidebarDrawer } from './sidebar.tsx';
import { SkipLinks } from './skip-links.tsx';
import { TopBar } from './top-bar.tsx';
import { useSidebar } from './use-sidebar.ts';

const FrameBackground = lazyPart(() => import('./frame-background.tsx'));
const Notices = lazyPart(() => import('./notices.tsx'));

export interface FrameProps {
  /** The player, which stays while pages change. */
  player: ReactNode;
  children: ReactNode;
}

/** The frame around the app's pages: sidebar, top bar, player and bottom bar. */
export function Frame({ player, children }: FrameProps) {
  const { expanded, toggle, drawerOpen, setDrawer } = useSidebar();
  const { user } = useSession();
  const main = useFocusOnNavigation();
  return (
    <div>
      <SkipLinks />
      <Sidebar expanded={expanded} onToggle={toggle} />
      <SidebarDrawer open={drawerOpen} onOpenChange={setDrawer} />
      <div className="transition-[padding] duration-160 md:pl-(--sidebar-width)">
        <TopBar onOpenDrawer={() => setDrawer(true)} />
        <output
          aria-live="polite"
          // Sticks below the top bar, and on a phone moves up when that bar hides (top-bar.css).
          className="sticky top-(--top-bar-height) z-10 block"
        >
          <Notices memberId={user?.id} />
        </output>
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="px-4 pt-7 pb-[calc(var(--page-foot)+2.5rem)] sm:px-6 md:px-8 md:pt-10"
        >
          {children}
        </main>
      </div>
      {player}
      <BottomBar />
      <FrameBackground expanded={expanded} onToggleSidebar={toggle} />
    </div>
  );
}

/** Moves the focus to `main` when the page changes, as a browser does for a new document. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
