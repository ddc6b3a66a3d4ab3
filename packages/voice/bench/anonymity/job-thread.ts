// A thread that runs the jobs that runJobs sends.
import type { Inverse } from './inverse-search.ts';
import type { MaskId } from './masks.ts';
import {
  inverses,
  linkingStatistics,
  understandings,
  type Extent,
  type SpeakerClip,
  type Understanding,
} from './measures.ts';
import { parentPort } from 'node:worker_threads';

/** The measurement of one thread at a time. */
export type Job =
  | { kind: 'linking' | 'understanding'; id: MaskId; extent: Extent }
  | { kind: 'inverse'; id: MaskId | 'chance'; extent: Extent };

export type Result =
  | { kind: 'linking'; id: MaskId; clips: SpeakerClip[] }
  | { kind: 'inverse'; id: MaskId | 'chance'; found: Inverse[] }
  | { kind: 'understanding'; id: MaskId; found: Understanding[] };

async function doJob(job: Job): Promise<Result> {
  if (job.kind === 'inverse') {
    return { kind: 'inverse', id: job.id, found: await inverses(job.id, job.extent) };
  }
  const { kind, id, extent } = job;
  if (kind === 'linking') return { kind, id, clips: await linkingStatistics(id, extent) };
  return { kind, id, found: await understandings(id, extent) };
}

/** A rejection ends the thread, and runJobs receives it as the thread's error. */
async function work(job: Job): Promise<void> {
  parentPort?.postMessage(await doJob(job), []);
}

parentPort?.on('message', (job: Job) => void work(job));
