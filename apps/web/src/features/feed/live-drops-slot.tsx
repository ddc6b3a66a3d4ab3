import { lazyPart } from '#ui/lazy-part.tsx';

/** Keeps the drops on the page live, once its code, and the socket's, has arrived. */
export const LiveDrops = lazyPart(() => import('./live-drops-follower.tsx'), { preload: 'idle' });
