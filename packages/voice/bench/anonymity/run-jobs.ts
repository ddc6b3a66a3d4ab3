import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Job, Result } from './job-thread.ts';

/**
 * Runs jobs in order, in as many threads as there are processors.
 *
 * @throws the error of any job
 */
export async function runJobs(jobs: readonly Job[]): Promise<Result[]> {
  const waiting = [...jobs];
  const results: Result[] = [];
  const keepBusy = async (thread: Worker) => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      thread.postMessage(job, []);
      // Rejects with the thread's error.
      const [result]: Result[] = await once(thread, 'message');
      if (result) results.push(result);
    }
  };
  const threads = Array.from(
    { length: Math.min(availableParallelism(), jobs.length) },
    () => new Worker(new URL('./job-thread.ts', import.meta.url)),
  );
  try {
    await Promise.all(threads.map(keepBusy));
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
  return results;
}
