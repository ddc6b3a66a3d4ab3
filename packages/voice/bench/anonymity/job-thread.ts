// A thread that runs the jobs that runJobs sends.
import { parentPort } from 'node:worker_threads';
import { doJob, type Job } from './job.ts';

/** A rejection ends the thread, and runJobs receives it as the thread's error. */
async function work(job: Job): Promise<void> {
  parentPort?.postMessage(await doJob(job), []);
}

parentPort?.on('message', (job: Job) => void work(job));
