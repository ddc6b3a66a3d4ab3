import type { Pause } from '@undertone/voice/find-pauses';
import type { MonoClip } from '@undertone/voice/read-wav';
import { mixToMono } from '@undertone/voice/mix-to-mono';
import { DECODED_RATE, decodeAudio } from '#lib/decode-audio.ts';
import { createDeferred } from '#lib/deferred.ts';
import { readKeptClip } from '#lib/kept-store.ts';
import type { Player } from '#features/player/player.ts';
import type { Track } from '#features/player/track.ts';

/** What the worker gets: a WAV file, or a clip that the browser has decoded. */
export type PausesJob = { wav: Uint8Array<ArrayBuffer> } | MonoClip;

/** For how many clips the pauses are kept until the page is left. The oldest are removed first. */
const MAX_CLIPS = 200;

/** The pauses of clips by their paths in the bucket, at which the audio never changes. */
const known = new Map<string, Promise<Pause[]>>();

/**
 * Finds the pauses of the track that an audio element has open, once for each clip.
 *
 * @throws when the audio can be neither read nor decoded
 */
export function readPauses(
  { audioPath }: Track,
  audio: HTMLAudioElement,
  { listener }: Player,
): Promise<Pause[]> {
  const cached = known.get(audioPath);
  if (cached) return cached;
  const pauses = readClip(audioPath, audio, listener).then(findInWorker);
  known.set(audioPath, pauses);
  pauses.catch(() => known.delete(audioPath));
  for (const path of [...known.keys()].slice(0, -MAX_CLIPS)) known.delete(path);
  return pauses;
}

/** Reads the audio that the element plays: from the browser's cache, or that which is kept on the device. */
async function readClip(
  audioPath: string,
  { currentSrc }: HTMLAudioElement,
  listener: string | undefined,
): Promise<Blob> {
  if (!currentSrc.startsWith('blob:')) {
    // The element has just fetched the same URL.
    const response = await fetch(currentSrc, { cache: 'force-cache' });
    if (!response.ok) throw new Error(`The audio was answered with ${response.status}.`);
    return response.blob();
  }
  // The content security policy lets elements read such URLs, but no requests.
  const kept = listener === undefined ? undefined : await readKeptClip(listener, audioPath);
  if (!kept) throw new Error('The audio is no longer kept on this device.');
  return kept;
}

/** Finds the pauses of a clip in a worker of its own, which has ended when the memory is needed again. */
async function findInWorker(clip: Blob): Promise<Pause[]> {
  const job = await prepareJob(clip);
  const worker = new Worker(new URL('./pauses-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = createDeferred<Pause[]>();
  worker.addEventListener('message', ({ data }: MessageEvent<Pause[]>) => resolve(data));
  worker.addEventListener('error', ({ message }) => reject(new Error(message)));
  worker.postMessage(job, ['wav' in job ? job.wav.buffer : job.samples.buffer]);
  return promise.finally(() => worker.terminate());
}

/** Workers have no decoder for MP3. That of the page runs in a thread of the browser. */
async function prepareJob(clip: Blob): Promise<PausesJob> {
  const bytes = await clip.arrayBuffer();
  if (/wav/.test(clip.type)) return { wav: new Uint8Array(bytes) };
  const decoded = await decodeAudio(bytes);
  const channels = Array.from({ length: decoded.numberOfChannels }, (_, channel) =>
    decoded.getChannelData(channel),
  );
  return { samples: mixToMono(channels), sampleRate: DECODED_RATE };
}
