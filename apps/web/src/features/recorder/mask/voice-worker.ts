import { logFailure } from '#lib/log.ts';
import { answerVoiceJob } from './answer-voice-job.ts';
import { loadMp3Encoder } from './mp3-encoder.ts';
import type { VoiceJob } from './voice-job.ts';

/* A worker for audio processing: answers each job with its result, one job at a time. */

addEventListener('message', ({ data }: MessageEvent<VoiceJob>) => {
  void answerVoiceJob(data, loadMp3Encoder, (answer) => postMessage(answer));
});

// Workers start when the recorder opens, so that the encoder is there when the recording is.
loadMp3Encoder().catch((cause: unknown) => logFailure('The encoder could not be loaded.', cause));
