import { doVoiceJob, type MeasuredWav, type VoiceJob } from './voice-job.ts';

/* The worker for audio processing. Each request carries the port for its answer. */

export interface VoiceRequest {
  job: VoiceJob;
  answerTo: MessagePort;
}

export type VoiceAnswer = { done: MeasuredWav } | { failed: string };

addEventListener('message', ({ data }: MessageEvent<VoiceRequest>) => {
  const { answer, buffers } = work(data.job);
  data.answerTo.postMessage(answer, buffers);
});

function work(job: VoiceJob): { answer: VoiceAnswer; buffers: ArrayBuffer[] } {
  try {
    const done = doVoiceJob(job);
    return { answer: { done }, buffers: [done.wav] };
  } catch (cause) {
    return { answer: { failed: String(cause) }, buffers: [] };
  }
}
