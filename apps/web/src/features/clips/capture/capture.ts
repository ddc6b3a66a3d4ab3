import { RECORDING_MAX_SECONDS } from '@undertone/domain/limits';
import { CaptureError, captureProblemOf } from './capture-problem.ts';
import { findRecordingFormat } from './recording-format.ts';

/** More than enough for one voice in Opus or AAC. */
const BITS_PER_SECOND = 128_000;

/** Interval at which MediaRecorder delivers encoded audio, in milliseconds. */
const CHUNK_MS = 100;

/** Why a recording ended. */
export type CaptureEnd =
  /** The person stopped it. */
  | 'stopped'
  /** The take reached RECORDING_MAX_SECONDS. */
  | 'limit'
  /** The microphone was unplugged, or the system took it from the page. */
  | 'lost'
  /** The device has no space left to store it. */
  | 'full';

/**
 * Why a recording is paused: the person paused it, or the microphone is muted, or was muted until now. Null
 * while it records.
 */
export type CapturePause = 'paused' | 'muted' | 'unmuted' | null;

export interface Capture {
  /** The format of the recording. */
  mimeType: string;
  /** Seconds recorded so far. */
  seconds: () => number;
  /** Pauses the recording. The microphone stays open. */
  pause: () => void;
  /** Continues a paused recording, unless the microphone is still muted. */
  resume: () => void;
  /** Ends the recording, by default because the person stopped it; further calls do nothing. */
  stop: (end?: CaptureEnd) => void;
  /** Settles after the last chunk, when the microphone has been released. */
  ended: Promise<CaptureEnd>;
}

/**
 * Requests the microphone.
 *
 * @throws {CaptureError} with the reason; the signal's reason when it aborts
 */
export async function openMicrophone(signal: AbortSignal): Promise<MediaStream> {
  if (!window.isSecureContext) throw new CaptureError('insecure');
  // TypeScript declares `mediaDevices` as always present; old browsers lack it.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices?.getUserMedia || !findRecordingFormat()) throw new CaptureError('unsupported');
  let stream: MediaStream;
  try {
    stream = await devices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
  } catch (cause) {
    throw new CaptureError(captureProblemOf(cause), { cause });
  }
  // The user may have left the page while the browser showed its permission prompt.
  if (signal.aborted) closeMicrophone(stream);
  signal.throwIfAborted();
  return stream;
}

function closeMicrophone(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/**
 * Records a stream until it is stopped, reaches the limit or loses its microphone.
 *
 * @param onChunk called with the encoded audio in order; the chunks together are one file
 * @param onPause called when the microphone is muted, by a call or a key of a headset, which pauses the
 *   recording; when it no longer is; when `pause` is called; and when the recording continues
 * @param maxSeconds the limit
 * @throws {CaptureError} when the browser cannot record; the microphone has then been released
 */
export function capture(
  stream: MediaStream,
  onChunk: (chunk: Blob) => void,
  onPause: (pause: CapturePause) => void,
  maxSeconds = RECORDING_MAX_SECONDS,
): Capture {
  const recorder = startRecorder(stream);
  const tracks = stream.getAudioTracks();
  /** Recorded before the last pause, in milliseconds. */
  let before = 0;
  /** When the recording started or continued; undefined while it is paused. */
  let runningSince: number | undefined;
  const recorded = () =>
    before + (runningSince === undefined ? 0 : performance.now() - runningSince);
  let end: CaptureEnd | undefined;
  const finish = (cause: CaptureEnd) => {
    end ??= cause;
    if (recorder.state !== 'inactive') recorder.stop();
  };
  const stop = (cause: CaptureEnd = 'stopped') => finish(cause);
  const stopOnLeave = () => finish('stopped');
  let pauseCause: CapturePause = null;
  const setPause = (cause: CapturePause) => {
    pauseCause = cause;
    onPause(cause);
  };
  const pause = (cause: CapturePause = 'paused') => {
    if (recorder.state !== 'recording') return;
    // What is encoded so far is stored now: the page may be closed during the pause.
    recorder.requestData();
    recorder.pause();
    setPause(cause);
  };
  // Phones mute a page in the background or during a call; the rest would be silence.
  const mute = () => {
    if (document.hidden && recorder.state === 'recording') finish('lost');
    else pause('muted');
  };
  const unmute = () => pauseCause === 'muted' && setPause('unmuted');
  const resume = () => {
    if (recorder.state !== 'paused') return;
    if (tracks.some(({ muted }) => muted)) {
      setPause('muted');
      return;
    }
    recorder.resume();
    setPause(null);
  };

  let limit: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    runningSince = performance.now();
    limit = setTimeout(() => finish('limit'), maxSeconds * 1000 - before);
  };
  recorder.addEventListener('start', run);
  recorder.addEventListener('resume', run);
  recorder.addEventListener('pause', () => {
    before = recorded();
    runningSince = undefined;
    clearTimeout(limit);
  });
  // A tab that is being closed can flush its last chunk only during `pagehide`.
  addEventListener('pagehide', stopOnLeave);
  for (const track of tracks) {
    track.addEventListener('ended', () => finish('lost'));
    track.addEventListener('mute', mute);
    track.addEventListener('unmute', unmute);
  }
  recorder.addEventListener('error', () => finish('lost'));
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) onChunk(data);
  });

  const ended = new Promise<CaptureEnd>((resolve) => {
    recorder.addEventListener('stop', () => {
      clearTimeout(limit);
      removeEventListener('pagehide', stopOnLeave);
      closeMicrophone(stream);
      // A MediaRecorder stops by itself only when its last track has ended.
      resolve(end ?? 'lost');
    });
  });

  return {
    mimeType: recorder.mimeType,
    seconds: () => recorded() / 1000,
    pause: () => pause(),
    resume,
    stop,
    ended,
  };
}

function startRecorder(stream: MediaStream): MediaRecorder {
  const mimeType = findRecordingFormat();
  try {
    if (!mimeType) throw new CaptureError('unsupported');
    const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: BITS_PER_SECOND });
    recorder.start(CHUNK_MS);
    return recorder;
  } catch (cause) {
    closeMicrophone(stream);
    throw cause instanceof CaptureError ? cause : new CaptureError('failed', { cause });
  }
}
