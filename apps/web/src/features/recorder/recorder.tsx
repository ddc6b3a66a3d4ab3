import { lazyPart } from '#ui/lazy-part.tsx';
import { Loading } from '#ui/loading.tsx';

/**
 * The recorder: records a take, applies a voice filter and posts it. Unmounting it during a recording
 * keeps the take, which is restored when the recorder is shown again.
 */
export const Recorder = lazyPart(() => import('./recorder-panel.tsx'), { fallback: <Loading /> });
