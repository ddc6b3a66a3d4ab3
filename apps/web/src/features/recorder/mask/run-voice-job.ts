import { lazyCode } from '#lib/lazy-code.ts';
import { logFailure } from '#lib/log.ts';
import type { Clip } from '#features/recorder/take/take.ts';
import type { OnProgress, VoiceFile, VoiceJob } from './voice-job.ts';
import { VoiceWorkers, WorkerError } from './voice-workers.ts';

/**
 * Two, so that a filter that is chosen does not wait while another is applied ahead or a clip is
 * encoded; three where a processor is to spare.
 */
const WORKERS = navigator.hardwareConcurrency > 3 ? 3 : 2;

/** How many filters are applied at a time before they are chosen. One worker is left for what is. */
export const JOBS_AHEAD = WORKERS - 1;

/** The document's only workers. */
const workers = new VoiceWorkers(
  () => new Worker(new URL('./voice-worker.ts', import.meta.url), { type: 'module' }),
  WORKERS,
);

/** Starts a worker ahead of the first job, which also loads the encoder. */
export function startVoiceWorker(): void {
  workers.start();
}

/**
 * Has a worker compile what masks a take, while the take is still being recorded. On a phone Veil takes
 * half a second less afterwards.
 */
export function rehearseVoiceJobs(): void {
  workers.run({ kind: 'rehearse' }).catch((cause: unknown) => {
    // Nobody waits for it: where no worker works, the take's own jobs say so.
    if (!(cause instanceof WorkerError)) logFailure('Veil could not be compiled ahead.', cause);
  });
}

const loadJobs = lazyCode(() => import('./voice-job.ts'));

/**
 * Does a job in a worker. Where none works, the page does what is quick and needs no encoder; it does
 * not mask, which would freeze it for a second on a phone.
 *
 * @param onProgress called while a take is masked with a filter that takes its time
 * @throws the signal's reason once that aborts; an Error with the reason why the job failed
 */
export async function runVoiceJob(
  job: VoiceJob,
  signal?: AbortSignal,
  onProgress?: OnProgress,
): Promise<VoiceFile> {
  try {
    return await workers.run(job, signal, onProgress);
  } catch (cause) {
    if (!(cause instanceof WorkerError) || job.kind === 'mask') throw cause;
    const { doVoiceJob } = await loadJobs();
    return doVoiceJob(job, async () => null);
  }
}

/** A job's WAV file as a clip. */
export const asClip = ({ audio, ...measures }: VoiceFile): Clip => ({ wav: audio, ...measures });
