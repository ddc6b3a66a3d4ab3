import { findPauses } from '@undertone/voice/find-pauses';
import { readWav } from '@undertone/voice/read-wav';
import type { PausesJob } from './read-pauses.ts';

/* A worker that finds the pauses of one clip. An error that it throws arrives at the page as an event. */

addEventListener('message', ({ data }: MessageEvent<PausesJob>) => {
  const { samples, sampleRate } = 'wav' in data ? readWav(data.wav) : data;
  postMessage(findPauses(samples, sampleRate));
});
