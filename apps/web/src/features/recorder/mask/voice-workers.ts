import type { VoiceAnswer } from './answer-voice-job.ts';
import type { OnProgress, VoiceFile, VoiceJob } from './voice-job.ts';

/** No worker could be started, or the one that had the job broke. The job itself may be fine. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}

interface Task {
  job: VoiceJob;
  onProgress: OnProgress | undefined;
  resolve: (file: VoiceFile) => void;
  reject: (cause: unknown) => void;
}

/** Veil and encoding take a phone seconds, and all else a fraction of one. */
const isLong = (job: VoiceJob): boolean =>
  job.kind === 'post' || (job.kind === 'mask' && job.filterId === 'veil');

/**
 * A pool of workers, each of which does one job at a time. One may be started ahead, and all are with
 * the first job. They stay, so that they also work when the page is offline later.
 *
 * Of several workers one is kept from long jobs, so that what is quick never waits for them, and two
 * of them do not share the processor of a device that has little.
 */
export class VoiceWorkers {
  readonly #createWorker: () => Worker;
  /** How many workers there may be. */
  #limit: number;
  /** The workers by what they are doing. */
  readonly #workers = new Map<Worker, Task | null>();
  #waiting: Task[] = [];

  constructor(createWorker: () => Worker, limit: number) {
    this.#createWorker = createWorker;
    this.#limit = limit;
  }

  /** Starts a worker, unless there is one. To be called ahead of the first job. */
  start(): void {
    if (this.#workers.size === 0) this.#startWorker();
  }

  /**
   * Does a job as soon as a worker is free. What the job refers to is copied, but for Blobs.
   *
   * @param onProgress called with the share that is done, where the job says that
   * @throws {WorkerError} when there is no worker that could do it
   * @throws {Error} with the reason why the job failed
   * @throws the signal's reason once that aborts: a job that waits is then dropped, and one that is being done
   *   goes on, but its result is lost
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

  /** Hands the jobs that wait to the workers that are free, and starts those that are missing. */
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

  /** The first job that waits, or the first that is not long while as many long ones are done as may be. */
  #next(): Task | undefined {
    const long = [...this.#workers.values()].filter((task) => task && isLong(task.job));
    const mayBeLong = long.length < Math.max(1, this.#limit - 1);
    return this.#waiting.find(({ job }) => mayBeLong || !isLong(job));
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
    worker.addEventListener('message', ({ data }: MessageEvent<VoiceAnswer>) => {
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

  /** Leaves what waits to the workers that are left. Without any it fails, and the next job starts a new one. */
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
