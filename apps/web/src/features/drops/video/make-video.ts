import type { SupabaseClient } from '#lib/supabase.ts';
import type { Drop } from '#features/drops/drop.ts';
import { fileName } from '#features/drops/file-name.ts';
import { createDeferred } from '#lib/deferred.ts';
import { prepareStill } from './draw-still.ts';
import { readSound } from './read-sound.ts';
import type { VideoEncoding } from './video-encoding.ts';
import type { VideoJob, VideoMessage } from './video-job.ts';
import { VIDEO_LAYOUTS, type VideoShape } from './video-layout.ts';

/** The longest video, in seconds. */
export const MAX_VIDEO_SECONDS = 60;

export interface VideoChoice {
  encoding: VideoEncoding;
  shape: VideoShape;
  /** The second of the clip at which the video starts. */
  start: number;
}

interface VideoProgress {
  signal: AbortSignal;
  /** Called with the encoded share, 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Makes a video of a drop on this device.
 *
 * @returns a file named after the drop's title
 * @throws the signal's reason when it aborts; an Error with the reason why the video could not be made
 */
export async function makeVideo(
  client: SupabaseClient,
  drop: Drop,
  { encoding, shape, start }: VideoChoice,
  { signal, onProgress }: VideoProgress,
): Promise<File> {
  const layout = VIDEO_LAYOUTS[shape];
  const part = { start, length: MAX_VIDEO_SECONDS };
  const [samples, drawStill] = await Promise.all([
    readSound(client, drop.audioPath, part, signal),
    prepareStill(layout, drop),
  ]);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: layout.width, height: layout.height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas.');
  drawStill(context);
  const picture = await createImageBitmap(canvas);
  signal.throwIfAborted();
  const video = await runInWorker({ encoding, layout, picture, samples }, { signal, onProgress });
  return new File([video], fileName(drop.title, encoding.container), { type: video.type });
}

/** Runs the job in a worker of its own, which is ended when the signal aborts. */
function runInWorker(job: VideoJob, { signal, onProgress }: VideoProgress): Promise<Blob> {
  const worker = new Worker(new URL('./video-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = createDeferred<Blob>();
  worker.addEventListener('message', ({ data }: MessageEvent<VideoMessage>) => {
    if ('progress' in data) onProgress(data.progress);
    else if ('done' in data) resolve(data.done);
    else reject(new Error(data.failed));
  });
  worker.addEventListener('error', ({ message }) => reject(new Error(message)));
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  worker.postMessage(job, [job.picture, job.samples.buffer]);
  return promise.finally(() => worker.terminate());
}
