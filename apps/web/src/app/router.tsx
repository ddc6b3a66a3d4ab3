import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import type { SessionStore } from '#features/session/session-store.ts';
import type { App } from '#lib/app.ts';
import { Failure } from '#shell/failure.tsx';
import { Loading } from '#ui/loading.tsx';
import { routeTree } from '#routeTree.gen.ts';

/** Builds the router of the page. Links fetch their page's code when the pointer or the keyboard nears them. */
export function createAppRouter(context: App & { session: SessionStore }) {
  return createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    // The query cache decides how old data may be.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: Failure,
    defaultPendingComponent: Loading,
    defaultPendingMs: 300,
    scrollRestoration: true,
    // An address says text, as it was typed: not JSON, in which 1e5 is a number and "night" has no quotes.
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
    // A route sees of the address what its validateSearch let through, and nothing else: without
    // this, `/auth?next=https://elsewhere.example` would lead there.
    search: { strict: true },
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
