import { lazyCode } from '#lib/lazy-code.ts';
import { logFailure } from '#lib/log.ts';
import type { Clip } from '#features/clips/take/take.ts';
import type { OnProgress, VoiceFile, VoiceJob } from './voice-job.ts';
import { VoiceWorkers, WorkerError } from './voice-workers.ts';

/**
 * Two, so that a chosen filter does not wait for a filter that is prefetched or a clip that is encoded;
 * three if the device has enough processors.
 */
const WORKERS = navigator.hardwareConcurrency > 3 ? 3 : 2;

/** How many filters are prefetched at a time. One worker is left for the chosen filter. */
export const PREFETCH_JOBS = WORKERS - 1;

/** The document's only workers. */
const workers = new VoiceWorkers(
  () => new Worker(new URL('./voice-worker.ts', import.meta.url), { type: 'module' }),
  WORKERS,
);

/** Starts a worker before the first job. The worker also loads the encoder. */
export function startVoiceWorker(): void {
  workers.start();
}

/**
 * Runs Veil in a worker while the take is still being recorded, so that the engine compiles its code. On
 * a phone, Veil then takes half a second less.
 */
export function warmUpVeil(): void {
  workers.run({ kind: 'warm-up' }).catch((cause: unknown) => {
    // Without a worker, the jobs of the take report the error.
    if (!(cause instanceof WorkerError)) logFailure('Veil could not be warmed up.', cause);
  });
}

const loadJobs = lazyCode(() => import('./voice-job.ts'));

/**
 * Runs a job in a worker. Without a worker, the page runs short jobs that need no encoder. It does not
 * mask, because that would freeze it for a second on a phone.
 *
 * @param onProgress called while a take is masked with a slow filter
 * @throws the signal's reason when it aborts; an Error with the reason why the job failed
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

/** Converts a job's WAV file to a clip. */
export const asClip = ({ audio, ...measures }: VoiceFile): Clip => ({ wav: audio, ...measures });
