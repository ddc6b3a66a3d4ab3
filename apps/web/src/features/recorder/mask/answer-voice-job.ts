import { doVoiceJob, type LoadEncoder, type VoiceFile, type VoiceJob } from './voice-job.ts';

/** What a worker posts to the page when a job has ended. */
export type VoiceAnswer = { done: VoiceFile } | { failed: string };

export async function answerVoiceJob(
  job: VoiceJob,
  loadEncoder: LoadEncoder,
): Promise<VoiceAnswer> {
  try {
    return { done: await doVoiceJob(job, loadEncoder) };
  } catch (cause) {
    return { failed: String(cause) };
  }
}
