import { lazyPart } from '#ui/lazy-part.tsx';
import { Loading } from '#ui/loading.tsx';

/** The label shown while the recorder's code is loading. */
export const RECORDER_LOADING = 'Loading the recorder...';

/**
 * The recorder: records a take, applies a voice filter and posts it. A take is kept when this is
 * unmounted, also during a recording, and restored when it is mounted again.
 */
export const Recorder = lazyPart(() => import('./recorder-panel.tsx'), {
  fallback: <Loading label={RECORDER_LOADING} />,
});
