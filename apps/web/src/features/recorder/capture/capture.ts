import { RECORDING_MAX_SECONDS } from '@undertone/domain/limits';
import { CaptureError, captureProblemOf } from './capture-problem.ts';

/** Formats to record in, the best first. */
const MIME_TYPES = ['audio/webm;codecs=opus', 'audio/mp4'] as const;

/** Plenty for one voice. */
const BITS_PER_SECOND = 128_000;

/** How often the recorder hands over encoded audio, ms. */
const CHUNK_MS = 100;

/** Why a recording ended. */
export type CaptureEnd =
  /** Someone stopped it. */
  | 'stopped'
  /** It reached the longest length. */
  | 'limit'
  /** The microphone went away, or the system took it. */
  | 'lost';

export interface Capture {
  /** What it records in. */
  mimeType: string;
  /** Seconds recorded so far. */
  seconds: () => number;
  /** Ends it; calling again does nothing. */
  stop: () => void;
  /** Settles after the last chunk; the microphone has been let go of. */
  ended: Promise<CaptureEnd>;
}

/**
 * Asks for the microphone.
 *
 * @throws {CaptureError} saying why there is none; the signal's reason once that aborts
 */
export async function openMicrophone(signal: AbortSignal): Promise<MediaStream> {
  if (!window.isSecureContext) throw new CaptureError('insecure');
  // Old browsers lack what the types promise.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices?.getUserMedia || !supportedMimeType()) throw new CaptureError('unsupported');
  let stream: MediaStream;
  try {
    stream = await devices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
  } catch (cause) {
    throw new CaptureError(captureProblemOf(cause), { cause });
  }
  // The person may have left while the browser was asking.
  if (signal.aborted) closeMicrophone(stream);
  signal.throwIfAborted();
  return stream;
}

function closeMicrophone(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function supportedMimeType(): string | undefined {
  if (!('MediaRecorder' in window)) return undefined;
  return MIME_TYPES.find((type) => MediaRecorder.isTypeSupported(type));
}

/**
 * Records a stream until it is stopped, gets too long or loses its microphone.
 *
 * @param onChunk is given the encoded audio in order, in pieces that make one file together
 * @throws {CaptureError} when the browser cannot record it; the microphone has then been let go of
 */
export function capture(stream: MediaStream, onChunk: (chunk: Blob) => void): Capture {
  const recorder = startRecorder(stream);
  let startedAt = performance.now();
  let end: CaptureEnd | undefined;
  const finish = (cause: CaptureEnd) => {
    end ??= cause;
    if (recorder.state !== 'inactive') recorder.stop();
  };
  const stop = () => finish('stopped');
  // A phone mutes a page in the background or in a call: what follows would be silence.
  const interrupted = () => document.hidden && finish('lost');

  let limit: ReturnType<typeof setTimeout> | undefined;
  recorder.addEventListener('start', () => {
    startedAt = performance.now();
    limit = setTimeout(() => finish('limit'), RECORDING_MAX_SECONDS * 1000);
  });
  // A closed tab has only this moment to finish its last chunk.
  addEventListener('pagehide', stop);
  for (const track of stream.getAudioTracks()) {
    track.addEventListener('ended', () => finish('lost'));
    track.addEventListener('mute', interrupted);
  }
  recorder.addEventListener('error', () => finish('lost'));
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) onChunk(data);
  });

  const ended = new Promise<CaptureEnd>((resolve) => {
    recorder.addEventListener('stop', () => {
      clearTimeout(limit);
      removeEventListener('pagehide', stop);
      closeMicrophone(stream);
      // A recorder that stops by itself has lost its last track.
      resolve(end ?? 'lost');
    });
  });

  const seconds = () => (performance.now() - startedAt) / 1000;
  return { mimeType: recorder.mimeType, seconds, stop, ended };
}

function startRecorder(stream: MediaStream): MediaRecorder {
  const mimeType = supportedMimeType();
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
