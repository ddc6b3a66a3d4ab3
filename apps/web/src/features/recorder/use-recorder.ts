import { useEffect, useState, useSyncExternalStore } from 'react';
import { RecorderController } from './recorder-controller.ts';
import { useApp } from '#lib/app.ts';

/** The recorder of an account, for as long as the component is on the page. */
export function useRecorder(userId: string) {
  const app = useApp();
  const [recorder] = useState(() => new RecorderController(userId, app));
  const state = useSyncExternalStore(recorder.subscribe, recorder.getState);

  useEffect(() => {
    recorder.enter();
    return () => recorder.leave();
  }, [recorder]);

  return { recorder, state };
}
