import type { App } from '#lib/app.ts';
import { createRootRouteWithContext, Outlet, useRouter } from '@tanstack/react-router';
import type { SessionStore } from '#features/session/session-store.ts';
import { useCallback } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { SiteNavigation } from '#ui/site-link.tsx';
import { Toaster } from '#ui/toaster.tsx';

const NotFoundPage = lazyPart(() => import('#shell/not-found-page.tsx'));
const RootBackground = lazyPart(() => import('#ui/root-background.tsx'), { preload: 'idle' });

interface RouterContext extends App {
  session: SessionStore;
}

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFoundPage,
});

function Root() {
  const router = useRouter();
  const navigate = useCallback((href: string) => void router.navigate({ href }), [router]);
  return (
    <SiteNavigation value={navigate}>
      <Outlet />
      <Toaster />
      <RootBackground />
    </SiteNavigation>
  );
}
