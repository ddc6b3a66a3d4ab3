import { lazyPart } from '#ui/lazy-part.tsx';

/** The page of messages. A part, so that no first load lists its files; they are fetched with the route's. */
export const MessagesPage = lazyPart(() => import('./messages-page.tsx'), {
  fallback: null,
});
MessagesPage.preload();
