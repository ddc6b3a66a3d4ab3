import { doVoiceJob, type LoadEncoder, type VoiceFile, type VoiceJob } from './voice-job.ts';

/** A message from a worker to the page: the progress of a job, 0 to 1, or its outcome. */
export type WorkerMessage = { progress: number } | { done: VoiceFile } | { failed: string };

/** Smallest progress step that is reported: at most 20 reports per job. */
const PROGRESS_STEP = 0.05;

/** Runs a job. @param post called with the progress, and at the end with the outcome */
export async function runJobInWorker(
  job: VoiceJob,
  loadEncoder: LoadEncoder,
  post: (message: WorkerMessage) => void,
): Promise<void> {
  let lastReported = 0;
  const onProgress = (share: number) => {
    if (share < lastReported + PROGRESS_STEP) return;
    lastReported = share;
    post({ progress: share });
  };
  try {
    post({ done: await doVoiceJob(job, loadEncoder, onProgress) });
  } catch (cause) {
    post({ failed: String(cause) });
  }
}
