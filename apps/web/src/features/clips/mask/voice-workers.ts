import type { WorkerMessage } from './run-job-in-worker.ts';
import type { OnProgress, VoiceFile, VoiceJob } from './voice-job.ts';

/** No worker could be started, or the worker of the job crashed. The job itself may be valid. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}

interface Task {
  job: VoiceJob;
  onProgress: OnProgress | undefined;
  resolve: (file: VoiceFile) => void;
  reject: (cause: unknown) => void;
}

/** Veil and encoding take seconds on a phone; all other jobs take a fraction of a second. */
const isLong = (job: VoiceJob): boolean =>
  job.kind === 'post' || (job.kind === 'mask' && job.filterId === 'veil');

/**
 * A pool of workers, each of which runs one job at a time. One can be started early; the first job starts
 * all of them. Workers are never stopped, so that they also work when the page is offline later.
 *
 * If there are several workers, one is reserved for short jobs, so that these never wait for long ones.
 */
export class VoiceWorkers {
  readonly #createWorker: () => Worker;
  /** The maximum number of workers. */
  #limit: number;
  /** The workers with their current tasks. */
  readonly #workers = new Map<Worker, Task | null>();
  #waiting: Task[] = [];

  constructor(createWorker: () => Worker, limit: number) {
    this.#createWorker = createWorker;
    this.#limit = limit;
  }

  /** Starts a worker, unless there is one. Call it before the first job. */
  start(): void {
    if (this.#workers.size === 0) this.#startWorker();
  }

  /**
   * Runs a job as soon as a worker is free. The job's data is copied, except Blobs.
   *
   * @param onProgress called with the progress, 0 to 1, if the job reports it
   * @throws {WorkerError} when no worker can run the job
   * @throws {Error} with the reason why the job failed
   * @throws the signal's reason when it aborts: a waiting job is then removed, and a running one continues
   *   but its result is discarded
   */
  run(job: VoiceJob, signal?: AbortSignal, onProgress?: OnProgress): Promise<VoiceFile> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const abort = () => {
        this.#waiting = this.#waiting.filter((each) => each !== task);
        task.onProgress = undefined;
        reject(signal?.reason);
      };
      const settle = (resolveOrReject: () => void) => {
        signal?.removeEventListener('abort', abort);
        resolveOrReject();
      };
      const task: Task = {
        job,
        onProgress,
        resolve: (file) => settle(() => resolve(file)),
        reject: (cause) => settle(() => reject(cause)),
      };
      signal?.addEventListener('abort', abort);
      this.#waiting.push(task);
      this.#assign();
    });
  }

  /** Assigns the waiting jobs to free workers, and starts missing workers. */
  #assign(): void {
    for (const [worker, current] of this.#workers) {
      if (current === null) this.#give(worker);
    }
    while (this.#workers.size < this.#limit) {
      const worker = this.#startWorker();
      if (!worker) return;
      this.#give(worker);
    }
  }

  #give(worker: Worker): void {
    const task = this.#next();
    if (!task) return;
    this.#waiting = this.#waiting.filter((each) => each !== task);
    this.#workers.set(worker, task);
    worker.postMessage(task.job, []);
  }

  /** The first waiting task, or the first short one while the maximum number of long tasks is running. */
  #next(): Task | undefined {
    const running = [...this.#workers.values()].filter((task) => task && isLong(task.job));
    const canRunLong = running.length < Math.max(1, this.#limit - 1);
    return this.#waiting.find(({ job }) => canRunLong || !isLong(job));
  }

  #startWorker(): Worker | null {
    let worker: Worker;
    try {
      worker = this.#createWorker();
    } catch (cause) {
      this.#lose(cause);
      return null;
    }
    this.#workers.set(worker, null);
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
      const task = this.#workers.get(worker);
      if ('progress' in data) {
        task?.onProgress?.(data.progress);
        return;
      }
      this.#workers.set(worker, null);
      if ('done' in data) task?.resolve(data.done);
      else task?.reject(new Error(data.failed));
      this.#assign();
    });
    // A worker whose code failed to load never recovers.
    worker.addEventListener('error', ({ error }) => {
      const task = this.#workers.get(worker);
      worker.terminate();
      this.#workers.delete(worker);
      if (task) this.#waiting.unshift(task);
      this.#lose(error);
    });
    return worker;
  }

  /** Handles a lost worker. If it was the last one, the waiting jobs fail, and the next job starts a new worker. */
  #lose(cause: unknown): void {
    if (this.#workers.size > 0) {
      this.#limit = this.#workers.size;
      this.#assign();
      return;
    }
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { reject } of waiting) {
      reject(new WorkerError('The voice worker failed.', { cause }));
    }
  }
}
