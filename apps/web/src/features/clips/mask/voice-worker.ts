import { logFailure } from '#lib/log.ts';
import { runJobInWorker } from './run-job-in-worker.ts';
import { loadMp3Encoder } from './mp3-encoder.ts';
import type { VoiceJob } from './voice-job.ts';

/* A worker for audio processing. It runs one job at a time, and posts its result to the page. */

addEventListener('message', ({ data }: MessageEvent<VoiceJob>) => {
  void runJobInWorker(data, loadMp3Encoder, (message) => postMessage(message));
});

// Workers start when the recorder opens, so that the encoder is loaded before a recording has ended.
loadMp3Encoder().catch((cause: unknown) => logFailure('The encoder could not be loaded.', cause));
