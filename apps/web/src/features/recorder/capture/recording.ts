import { logFailure } from '#lib/log.ts';
import { capture, openMicrophone, type CaptureEnd } from './capture.ts';
import type { Draft } from '#features/recorder/take/draft.ts';
import { createLevelMeter } from './level-meter.ts';
import { keepScreenAwake } from './screen-wake-lock.ts';
import { holdTake } from '#features/recorder/take/take-lock.ts';
import { appendChunk, createTake } from '#features/recorder/take/take-store.ts';

/** A recording under way. */
export interface Recording {
  takeId: string;
  /** How loud it is just now, 0 to 1. */
  level: () => number;
  seconds: () => number;
  stop: () => void;
  /** Settles when it has ended: the whole of it, and why. */
  ended: Promise<{ audio: Blob; end: CaptureEnd }>;
  /** Settles when, after that, all of it is on the device. */
  kept: Promise<void>;
}

/**
 * Opens the microphone and records, keeping every chunk on the device as it
 * comes, so that a crash costs a moment and not the take. Where the device
 * refuses to keep it, the recording goes on in memory.
 *
 * @throws {CaptureError} saying why there can be no recording; the signal's reason once that aborts
 */
export async function startRecording(
  userId: string,
  draft: Draft,
  signal: AbortSignal,
): Promise<Recording> {
  const stream = await openMicrophone(signal);
  const takeId = crypto.randomUUID();
  const chunks: Blob[] = [];
  let keeping: Promise<unknown>;
  let lastFailure: unknown;

  const keep = (chunk: Blob) => {
    const index = chunks.push(chunk) - 1;
    keeping = keeping
      .then(() => appendChunk(takeId, index, chunk))
      .catch((cause: unknown) => (lastFailure ??= cause));
  };
  const { mimeType, seconds, stop, ended } = capture(stream, keep);
  keeping = Promise.all([
    holdTake(takeId),
    createTake({ id: takeId, userId, mimeType, startedAt: Date.now(), draft, upload: null }),
  ]).catch((cause: unknown) => (lastFailure = cause));

  const meter = createLevelMeter(stream);
  const letScreenSleep = keepScreenAwake();

  const finish = async () => {
    const end = await ended;
    meter.close();
    letScreenSleep();
    return { audio: new Blob(chunks, { type: mimeType }), end };
  };
  const finishKeeping = async () => {
    await ended;
    await keeping;
    if (lastFailure) logFailure('The take could not be kept on this device.', lastFailure);
  };
  const { level } = meter;
  return { takeId, level, seconds, stop, ended: finish(), kept: finishKeeping() };
}
