import type { Clip } from '#features/recorder/take/clip.ts';
import type { VoiceJob } from './voice-job.ts';
import type { VoiceAnswer, VoiceRequest } from './voice-worker.ts';

/** The page's one worker: fetched once, so that it also works when the network has gone since. */
let worker: Worker | undefined;

/** Starts the worker ahead of its first job. */
export function warmUpVoiceWorker(): Worker {
  worker ??= new Worker(new URL('./voice-worker.ts', import.meta.url), { type: 'module' });
  return worker;
}

/**
 * Has a job done off the main thread. Its array buffers are handed over and
 * cannot be used afterwards.
 *
 * @throws the signal's reason once that aborts, or an Error that says why the job failed
 */
export function runVoiceJob(job: VoiceJob, signal?: AbortSignal): Promise<Clip> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const thread = warmUpVoiceWorker();
    const { port1: answers, port2: answerTo } = new MessageChannel();

    const settle = (how: () => void) => {
      answers.close();
      thread.removeEventListener('error', broken);
      signal?.removeEventListener('abort', aborted);
      how();
    };
    // A worker whose code could not be fetched stays dead: the next job starts another.
    const broken = (event: ErrorEvent) => {
      thread.terminate();
      if (worker === thread) worker = undefined;
      settle(() => reject(new Error('The voice worker failed.', { cause: event.error })));
    };
    const aborted = () => settle(() => reject(signal?.reason));

    thread.addEventListener('error', broken);
    signal?.addEventListener('abort', aborted);
    answers.addEventListener('message', ({ data }: MessageEvent<VoiceAnswer>) =>
      settle(() => {
        if ('done' in data) resolve(asClip(data.done));
        else reject(new Error(data.failed));
      }),
    );
    answers.start();

    const request: VoiceRequest = { job, answerTo };
    const buffers =
      job.kind === 'encode' ? job.channels.map((channel) => channel.buffer) : [job.wav];
    thread.postMessage(request, [answerTo, ...buffers]);
  });
}

function asClip({
  wav,
  duration,
  peaks,
}: {
  wav: ArrayBuffer;
  duration: number;
  peaks: number[];
}): Clip {
  return { wav: new Blob([wav], { type: 'audio/wav' }), duration, peaks };
}
