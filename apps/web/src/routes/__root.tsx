import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useRouter } from '@tanstack/react-router';
import type { SessionStore } from '#features/session/session-store.ts';
import { Suspense, useCallback } from 'react';
import { NotFoundPage } from '#shell/not-found-page.tsx';
import { SiteNavigation } from '#ui/site-link.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { optionalPart } from '#lib/optional-part.ts';

const FocusKeeper = optionalPart(() => import('#ui/focus-keeper.tsx'));
const TooltipLayer = optionalPart(() => import('#ui/tooltip-layer.tsx'));

interface RouterContext {
  queryClient: QueryClient;
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
      <Suspense>
        <FocusKeeper />
        <TooltipLayer />
      </Suspense>
    </SiteNavigation>
  );
}
