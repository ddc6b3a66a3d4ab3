import { lazyPart } from '#ui/lazy-part.tsx';
import { Loading } from '#ui/loading.tsx';

/** What the page waits for while the recorder's code is on its way. */
export const RECORDER_LOADING = 'Loading the recorder...';

/**
 * The recorder: records a take, applies a voice filter and posts it. Unmounting it during a recording
 * keeps the take, which is restored when the recorder is shown again.
 */
export const Recorder = lazyPart(() => import('./recorder-panel.tsx'), {
  fallback: <Loading label={RECORDER_LOADING} />,
});
