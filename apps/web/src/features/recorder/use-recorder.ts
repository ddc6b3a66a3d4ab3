import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { RecorderController } from './recorder-controller.ts';

/** The recorder of an account, for as long as the component is on the page. */
export function useRecorder(userId: string) {
  const queryClient = useQueryClient();
  const [recorder] = useState(() => new RecorderController(userId, queryClient));
  const state = useSyncExternalStore(recorder.subscribe, recorder.getState);

  useEffect(() => {
    recorder.enter();
    return () => recorder.leave();
  }, [recorder]);

  return { recorder, state };
}
