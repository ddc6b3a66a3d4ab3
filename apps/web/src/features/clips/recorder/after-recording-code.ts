import { lazyCode, loadUntilArrived } from '#lib/lazy-code.ts';

/**
 * What the recorder needs only once a recording has ended. It is fetched as soon as the recorder is shown. Only this
 * code makes a take ready, so `current` returns it whenever the recorder has a take.
 */
export const afterRecording = lazyCode(() => import('./after-recording.ts'));

/**
 * Loads code until it arrives, also while the network is away.
 *
 * @param onFailure is called once, with the cause of the first failure
 * @returns null when the signal aborts before
 */
export function awaitCode<Module>(
  load: () => Promise<Module>,
  signal: AbortSignal,
  onFailure: (cause: unknown) => void,
): Promise<Module | null> {
  return new Promise((resolve) => {
    const stop = loadUntilArrived(() => load().then(resolve), onFailure);
    const leave = () => {
      stop();
      resolve(null);
    };
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
  });
}
