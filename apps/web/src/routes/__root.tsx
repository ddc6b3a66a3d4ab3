import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import type { SessionStore } from '#features/session/session-store.ts';
import { NotFoundPage } from '#shell/not-found-page.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { TooltipLayer } from '#ui/tooltip-layer.tsx';

interface RouterContext {
  queryClient: QueryClient;
  session: SessionStore;
}

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFoundPage,
});

function Root() {
  return (
    <>
      <Outlet />
      <Toaster />
      <TooltipLayer />
    </>
  );
}
