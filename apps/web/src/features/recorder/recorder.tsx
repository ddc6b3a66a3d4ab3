import { lazy, Suspense } from 'react';
import { Loading } from '#ui/loading.tsx';
import type { RecorderProps } from './recorder-panel.tsx';

const loadPanel = () => import('./recorder-panel.tsx');
const RecorderPanel = lazy(loadPanel);

/** Fetches the recorder's code ahead of its first use. */
export async function preloadRecorder(): Promise<void> {
  await loadPanel();
}

/**
 * Records a voice, masks it and posts it; fills the column that it is put in.
 * Its code is fetched when it is first shown. Leaving it while it records keeps
 * the take, and showing it again brings that back.
 */
export function Recorder(props: RecorderProps) {
  return (
    <Suspense fallback={<Loading />}>
      <RecorderPanel key={props.userId} {...props} />
    </Suspense>
  );
}
