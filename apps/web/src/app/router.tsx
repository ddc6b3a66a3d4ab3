import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import type { SessionStore } from '#features/session/session-store.ts';
import type { App } from '#lib/app.ts';
import { Failure } from '#shell/failure.tsx';
import { Loading } from '#ui/loading.tsx';
import { routeTree } from '#routeTree.gen.ts';

/** Creates the app's router. A link fetches its page's code when the pointer or the keyboard focus reaches the link. */
export function createAppRouter(context: App & { session: SessionStore }) {
  return createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    // Loaders run at each preload; the query cache decides whether data is stale.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: Failure,
    defaultPendingComponent: Loading,
    defaultPendingMs: 300,
    scrollRestoration: true,
    // Search parameters are plain text. The router's default is JSON, which reads 1e5 as a number.
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
    // A route sees only the parameters that its validateSearch returns. Otherwise
    // `/auth?next=https://elsewhere.example` would lead to another site.
    search: { strict: true },
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
