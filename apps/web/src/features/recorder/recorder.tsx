import { lazyPart } from '#ui/lazy-part.tsx';
import { Loading } from '#ui/loading.tsx';

/**
 * Records a voice, masks it and posts it; fills the column that it is put in.
 * Leaving it while it records keeps the take, and showing it again brings that back.
 */
export const Recorder = lazyPart(() => import('./recorder-panel.tsx'), { fallback: <Loading /> });
