import { createMemoryHistory } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { AppRoot } from '#app/app-root.tsx';
import { createApp } from '#app/create-app.ts';
import { isAvatar, readDocumentResponses } from '#app/early/document-responses.ts';
import { loadData } from '#app/early/load-data.ts';
import { isDropPage } from '#app/early/page-drops.ts';
import { createAppRouter } from '#app/router.tsx';
import { PlayIcon } from '#features/player/play-icon.tsx';
import { createSessionStore } from '#features/session/session-store.ts';
import { ORIGIN, setVisitor, type Visitor } from './browser-globals.ts';
import { moveStyles } from './style-rules.ts';

/** A visitor's request of a page. */
export interface PageRequest extends Visitor {
  /** The page's path with its query. */
  path: string;
  /** The responses to the page's first requests, as JSON. */
  responses: string;
  /** The API's URL; `/` is the page's own origin. */
  supabaseUrl: string;
  publishableKey: string;
}

/** What a visitor sees first of a page. */
export interface RenderedPage {
  /** The content of the app's root. */
  html: string;
  /** The rules of `data-style` attributes in it. */
  css: string;
  /** The icons of a play button: paused, playing, waiting, ended. */
  playIcons: string;
  /** The URL of a drop's clip; null on other pages. */
  clip: string | null;
}

/**
 * Renders a page with the app's own components, as a visitor's browser would from the same responses. Pages must be
 * rendered one after the other.
 *
 * @throws when the app fails, or shows an error instead of the page
 */
export async function renderPage(request: PageRequest): Promise<RenderedPage> {
  const { path, responses, supabaseUrl, publishableKey } = request;
  setVisitor(request, responses);
  const url = new URL(supabaseUrl, ORIGIN).href;
  const app = createApp({ supabaseUrl: url, publishableKey });
  const { queryClient } = app;
  // A read without a response is left to the browser, and is no failure.
  queryClient.getQueryCache().config = {};
  queryClient.setDefaultOptions({
    queries: { ...queryClient.getDefaultOptions().queries, retry: false },
  });
  const session = createSessionStore(app.client);
  try {
    const router = await openRouter({ ...app, session }, path);
    await loadData(app);
    queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' });
    const markup = render(<AppRoot app={app} session={session} router={router} />);
    return { ...moveStyles(markup), playIcons, clip: isDropPage(path) ? findClip(url) : null };
  } finally {
    // Otherwise timers would keep the data for minutes.
    queryClient.clear();
  }
}

const withoutOrigin = (text: string): string => text.replaceAll(ORIGIN, '');

const render = (node: ReactNode): string => withoutOrigin(renderToStaticMarkup(node));

const playIcons = render(
  <>
    <PlayIcon playing={false} waiting={false} />
    <PlayIcon playing waiting={false} />
    <PlayIcon playing waiting />
    <RotateCcw />
  </>,
);

interface SignedObject {
  path: string;
  signedURL: string | null;
}

/** Finds the clip whose URL the page has. */
function findClip(apiUrl: string): string | null {
  const clip = readDocumentResponses<SignedObject>(document)
    .filter(({ method }) => method === 'POST')
    .flatMap(({ body }) => body)
    .find(({ path, signedURL }) => signedURL !== null && !isAvatar(path));
  return clip ? withoutOrigin(new URL(`storage/v1${clip.signedURL}`, apiUrl).href) : null;
}

type Context = Parameters<typeof createAppRouter>[0];

/**
 * Opens the page at a path. A query that the page does not know, such as those that other sites add to links, is
 * left out.
 */
async function openRouter(context: Context, path: string) {
  const [pathname = path] = path.split('?');
  for (const entry of new Set([path, pathname])) {
    const router = createAppRouter(context);
    router.update({
      ...router.options,
      history: createMemoryHistory({ initialEntries: [entry] }),
      // The router would restore the position with an inline script.
      scrollRestoration: false,
    });
    await router.load();
    // There is none when the app redirects.
    const { matches } = router.state;
    if (matches.length > 0 && matches.every(({ status }) => status === 'success')) return router;
  }
  throw new Error(`${path} is no page of the app.`);
}
