import type { Clip } from '#features/recorder/take/take.ts';
import type { MeasuredWav, VoiceJob } from './voice-job.ts';
import type { VoiceAnswer, VoiceRequest } from './voice-worker.ts';

/** The document's only worker. Loaded once, so that it also works when the page is offline later. */
let worker: Worker | undefined;

/** Returns the worker; starts it on the first call, which may come ahead of the first job. */
export function startVoiceWorker(): Worker {
  worker ??= new Worker(new URL('./voice-worker.ts', import.meta.url), { type: 'module' });
  return worker;
}

/**
 * Runs a job in the worker. The job's array buffers are transferred and cannot be used afterwards.
 *
 * @throws the signal's reason once that aborts; an Error with the reason why the job failed
 */
export function runVoiceJob(job: VoiceJob, signal?: AbortSignal): Promise<Clip> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const thread = startVoiceWorker();
    const { port1: answers, port2: answerTo } = new MessageChannel();

    const settle = (resolveOrReject: () => void) => {
      answers.close();
      thread.removeEventListener('error', broken);
      signal?.removeEventListener('abort', aborted);
      resolveOrReject();
    };
    // A worker whose code failed to load never recovers; the next job starts a new one.
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

function asClip({ wav, duration, peaks }: MeasuredWav): Clip {
  return { wav: new Blob([wav], { type: 'audio/wav' }), duration, peaks };
}
