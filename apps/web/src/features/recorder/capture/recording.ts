import { logFailure } from '#lib/log.ts';
import { randomUuid } from '#lib/random-uuid.ts';
import { capture, openMicrophone, type CaptureEnd, type CapturePause } from './capture.ts';
import type { DropDraft } from '#features/recorder/take/take.ts';
import { createLevelMeter } from './level-meter.ts';
import { keepScreenAwake } from './screen-wake-lock.ts';
import { lockTake } from '#features/recorder/take/take-lock.ts';
import { appendChunk, createTake } from '#features/recorder/take/take-store.ts';

/** A recording in progress. */
export interface Recording {
  takeId: string;
  /** The microphone's current level, 0 to 1. */
  level: () => number;
  seconds: () => number;
  /** Continues a paused recording, unless the microphone is still muted. */
  resume: () => void;
  stop: () => void;
  /** Settles when the recording has ended, with all of its audio and the reason. */
  ended: Promise<{ audio: Blob; end: CaptureEnd }>;
  /** Settles when the recording has ended and every chunk has been stored or could not be stored. */
  stored: Promise<void>;
}

/**
 * Opens the microphone and records. Every chunk is stored on the device as it arrives, so that a crash
 * loses one chunk and not the take. If storing fails, the recording continues in memory.
 *
 * @param onPause see `capture`
 * @throws {CaptureError} with the reason why a recording cannot start; the signal's reason when it aborts
 */
export async function startRecording(
  userId: string,
  draft: DropDraft,
  signal: AbortSignal,
  onPause: (pause: CapturePause) => void,
): Promise<Recording> {
  const stream = await openMicrophone(signal);
  const takeId = randomUuid();
  const chunks: Blob[] = [];
  let storing: Promise<unknown>;
  let firstFailure: unknown;

  const store = (chunk: Blob) => {
    const index = chunks.push(chunk) - 1;
    storing = storing
      .then(() => appendChunk(takeId, index, chunk))
      .catch((cause: unknown) => (firstFailure ??= cause));
  };
  const { mimeType, seconds, resume, stop, ended } = capture(stream, store, onPause);
  storing = Promise.all([
    lockTake(takeId),
    createTake({ id: takeId, userId, mimeType, startedAt: Date.now(), draft, upload: null }),
  ]).catch((cause: unknown) => (firstFailure = cause));

  const meter = createLevelMeter(stream);
  const releaseScreen = keepScreenAwake();

  const finish = async () => {
    const end = await ended;
    meter.close();
    releaseScreen();
    return { audio: new Blob(chunks, { type: mimeType }), end };
  };
  const finishStoring = async () => {
    await ended;
    await storing;
    if (firstFailure) logFailure('The take could not be stored on this device.', firstFailure);
  };
  const { level } = meter;
  return { takeId, level, seconds, resume, stop, ended: finish(), stored: finishStoring() };
}
