import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useRouter } from '@tanstack/react-router';
import type { SessionStore } from '#features/session/session-store.ts';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { NotFoundPage } from '#shell/not-found-page.tsx';
import { SiteNavigation } from '#ui/site-link.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { whenIdle } from '#ui/when-idle.ts';
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
  // Keys and pointers come to a page that is there: what serves them is fetched after it.
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  const navigate = useCallback((href: string) => void router.navigate({ href }), [router]);
  return (
    <SiteNavigation value={navigate}>
      <Outlet />
      <Toaster />
      {isIdle && (
        <Suspense>
          <FocusKeeper />
          <TooltipLayer />
        </Suspense>
      )}
    </SiteNavigation>
  );
}
