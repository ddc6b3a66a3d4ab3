import { RECORDING_MAX_SECONDS } from '@undertone/domain/limits';
import { logFailure } from '#lib/log.ts';
import { randomUuid } from '#lib/random-uuid.ts';
import { capture, openMicrophone, type CaptureEnd, type CapturePause } from './capture.ts';
import { createLevelMeter } from './level-meter.ts';
import { keepScreenAwake } from './screen-wake-lock.ts';
import { lockTake } from '#features/clips/take/take-lock.ts';
import type { EditHistory } from '#features/clips/take/take-edits.ts';
import {
  appendChunk,
  appendSegment,
  createTake,
  type Take,
} from '#features/clips/take/take-store.ts';

/** A recording in progress. */
export interface Recording {
  takeId: string;
  /** The microphone's current level, 0 to 1. */
  level: () => number;
  /** Seconds recorded so far, without those of the take that is continued. */
  seconds: () => number;
  pause: () => void;
  /** Continues a paused recording, unless the microphone is still muted. */
  resume: () => void;
  stop: () => void;
  /** Settles when the recording has ended, with all of its audio and the reason. */
  ended: Promise<{ audio: Blob; end: CaptureEnd }>;
  /** Settles when the recording has ended and every chunk has been stored or could not be stored. */
  stored: Promise<void>;
}

/** A take to which a recording is appended. */
export interface ContinuedTake {
  takeId: string;
  /** Its duration in seconds. */
  duration: number;
  /** The number of its segments. */
  segments: number;
  /** Its edits, with the one that appends the recording. */
  history: EditHistory;
  /** Settles once the device has stored what was recorded of it so far. */
  stored: Promise<void>;
}

/**
 * Opens the microphone and records. Every chunk is stored on the device as it arrives, so that a crash
 * loses one chunk and not the take. It ends when the device has no space left; if storing fails for another
 * reason, it continues in memory.
 *
 * @param kind whose take it is, what for, and its form
 * @param onPause see `capture`
 * @param earlier the take to which the recording is appended, or the id of the one that it replaces; by default
 *   it is a new take
 * @throws {CaptureError} with the reason why a recording cannot start; the signal's reason when it aborts
 */
export async function startRecording(
  kind: Pick<Take, 'userId' | 'purpose' | 'draft'>,
  signal: AbortSignal,
  onPause: (pause: CapturePause) => void,
  earlier: ContinuedTake | string | null = null,
): Promise<Recording> {
  const stream = await openMicrophone(signal);
  const continued = typeof earlier === 'string' ? null : earlier;
  const takeId = continued?.takeId ?? randomUuid();
  const chunks: Blob[] = [];
  let firstChunk = 0;
  let storing: Promise<unknown>;
  let firstFailure: unknown;

  const store = (chunk: Blob) => {
    const index = chunks.push(chunk) - 1;
    storing = storing.then(() => appendChunk(takeId, firstChunk + index, chunk)).catch(fail);
  };
  const fail = (cause: unknown) => {
    firstFailure ??= cause;
    if (isStorageFull(cause)) stop('full');
  };
  const { mimeType, seconds, pause, resume, stop, ended } = capture(
    stream,
    store,
    onPause,
    RECORDING_MAX_SECONDS - (continued?.duration ?? 0),
  );
  const create = async () => {
    if (continued) {
      const { segments, history, stored } = continued;
      await stored;
      firstChunk = await appendSegment(takeId, segments, { mimeType, history });
      return;
    }
    const replaces = typeof earlier === 'string' ? earlier : null;
    const take = {
      ...kind,
      id: takeId,
      mimeType,
      startedAt: Date.now(),
      upload: null,
      replaces,
    };
    await Promise.all([lockTake(takeId), createTake(take)]);
  };
  storing = create().catch(fail);

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
  return {
    takeId,
    level,
    seconds,
    pause,
    resume,
    stop: () => stop(),
    ended: finish(),
    stored: finishStoring(),
  };
}

const isStorageFull = (cause: unknown): boolean =>
  cause instanceof DOMException && cause.name === 'QuotaExceededError';
