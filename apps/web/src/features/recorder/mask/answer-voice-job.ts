import { doVoiceJob, type LoadEncoder, type VoiceFile, type VoiceJob } from './voice-job.ts';

/** What a worker posts to the page: how far a job is, 0 to 1, and then how it has ended. */
export type VoiceAnswer = { progress: number } | { done: VoiceFile } | { failed: string };

/** The least by which a job must have gone on for the page to be told: twenty times at most. */
const PROGRESS_STEP = 0.05;

/** Does a job. @param answer called with each step of it, and at last with its outcome */
export async function answerVoiceJob(
  job: VoiceJob,
  loadEncoder: LoadEncoder,
  answer: (answer: VoiceAnswer) => void,
): Promise<void> {
  let told = 0;
  const onProgress = (share: number) => {
    if (share < told + PROGRESS_STEP) return;
    told = share;
    answer({ progress: share });
  };
  try {
    answer({ done: await doVoiceJob(job, loadEncoder, onProgress) });
  } catch (cause) {
    answer({ failed: String(cause) });
  }
}
