import { useEffect, useRef, useState } from 'react';
import type { Drop } from '#features/drops/drop.ts';
import { useClient } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { makeVideo, type VideoChoice } from './make-video.ts';

/** The state of a video: not made yet (`failed`: the last attempt has failed), being made, or made. */
export type VideoState =
  | { step: 'choosing'; failed: boolean }
  /** `progress`: the encoded share, 0 to 1; undefined while the sound is fetched. */
  | { step: 'making'; progress: number | undefined }
  /** `url`: of the file, until the component unmounts or another video is made. */
  | { step: 'made'; file: File; url: string };

/** A video of a drop, and the functions that make, cancel and discard it. Unmounting cancels and discards it. */
export function useVideo(drop: Drop) {
  const client = useClient();
  const [state, setState] = useState<VideoState>({ step: 'choosing', failed: false });
  const making = useRef<AbortController>(undefined);

  const url = state.step === 'made' ? state.url : undefined;
  useEffect(() => {
    if (url === undefined) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);
  useEffect(() => () => making.current?.abort(), []);

  const make = async (choice: VideoChoice) => {
    const controller = new AbortController();
    const { signal } = controller;
    making.current = controller;
    setState({ step: 'making', progress: undefined });
    const onProgress = (progress: number) => {
      if (!signal.aborted) setState({ step: 'making', progress });
    };
    try {
      const file = await makeVideo(client, drop, choice, { signal, onProgress });
      if (!signal.aborted) setState({ step: 'made', file, url: URL.createObjectURL(file) });
    } catch (cause) {
      if (signal.aborted) return;
      logFailure('A video could not be made.', cause);
      setState({ step: 'choosing', failed: true });
    }
  };

  /** Cancels the video, or discards it, so that another one can be made. */
  const reset = () => {
    making.current?.abort();
    setState({ step: 'choosing', failed: false });
  };

  return { state, make, reset };
}
