import { VOICE_DROP_MAX_SECONDS } from '@undertone/domain/limits';
import { mixToMono } from '@undertone/voice/mix-to-mono';
import { decodeAudio } from '#lib/decode-audio.ts';
import { asClip, runVoiceJob } from '#features/clips/mask/run-voice-job.ts';
import type { VoiceJob } from '#features/clips/mask/voice-job.ts';
import { isSilent, type Clip } from '#features/clips/take/take.ts';
import { AUDIO_FILE_MAX_BYTES, AudioFileError } from './audio-file-error.ts';
import { undecodedKind } from './audio-file-kind.ts';

/** Seconds by which a file may exceed VOICE_DROP_MAX_SECONDS: the padding that encoders add. It is cut off. */
const TOLERANCE = 0.2;

/**
 * Decodes an audio file into a clip: one channel of sound, without the names, pictures and places that the
 * file may contain.
 *
 * @throws {AudioFileError} with the reason why the file cannot be used; the signal's reason when it aborts
 */
export async function readAudioFile(file: Blob, signal: AbortSignal): Promise<Clip> {
  if (file.size === 0) throw new AudioFileError('empty');
  if (file.size > AUDIO_FILE_MAX_BYTES) throw new AudioFileError('too-big');
  // Before the file is decoded, since hours of audio would not fit into memory.
  refuseLongAudio(await durationOf(file, signal));
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    throw new AudioFileError('unreadable', { cause });
  });
  signal.throwIfAborted();
  const buffer = await decodeAudio(bytes).catch(async (cause: unknown) => {
    // The decoder has taken the bytes.
    const kind = undecodedKind(new Uint8Array(await file.arrayBuffer()));
    throw new AudioFileError(kind, { cause });
  });
  signal.throwIfAborted();
  const clip = asClip(await runVoiceJob(prepareJob(buffer), signal));
  if (isSilent(clip)) throw new AudioFileError('silent');
  return clip;
}

/** Mixes the channels here, since the job is copied to a worker: five minutes of stereo have 115 MB. */
function prepareJob(buffer: AudioBuffer): VoiceJob {
  const { length, duration, numberOfChannels, sampleRate } = buffer;
  if (length === 0) throw new AudioFileError('empty');
  refuseLongAudio(duration);
  const channels = Array.from({ length: numberOfChannels }, (_, channel) =>
    buffer.getChannelData(channel),
  );
  const maxSeconds = VOICE_DROP_MAX_SECONDS;
  return { kind: 'prepare', channels: [mixToMono(channels)], sampleRate, maxSeconds };
}

function refuseLongAudio(seconds: number): void {
  if (seconds > VOICE_DROP_MAX_SECONDS + TOLERANCE)
    throw new AudioFileError('too-long', { seconds });
}

/** How long the browser is given to determine a duration, in milliseconds. The decoder decides without it. */
const DURATION_TIMEOUT_MS = 10_000;

/**
 * The duration of a file in seconds, without decoding all of it; 0 if the browser cannot determine it.
 *
 * @throws the signal's reason when it aborts
 */
async function durationOf(file: Blob, signal: AbortSignal): Promise<number> {
  const audio = new Audio();
  const url = URL.createObjectURL(file);
  const settled = new AbortController();
  try {
    return await new Promise<number>((resolve, reject) => {
      const options = { signal: settled.signal };
      const timer = setTimeout(resolve, DURATION_TIMEOUT_MS, 0);
      settled.signal.addEventListener('abort', () => clearTimeout(timer));
      signal.addEventListener('abort', () => reject(signal.reason), options);
      audio.addEventListener('error', () => resolve(0), options);
      const read = () => {
        // A file that was recorded by a browser states no duration, until its end was found.
        if (audio.duration === Infinity) audio.currentTime = Number.MAX_SAFE_INTEGER;
        else if (audio.duration > 0) resolve(audio.duration);
      };
      audio.addEventListener('loadedmetadata', read, options);
      audio.addEventListener('durationchange', read, options);
      audio.preload = 'metadata';
      audio.src = url;
    });
  } finally {
    settled.abort();
    audio.removeAttribute('src');
    audio.load();
    URL.revokeObjectURL(url);
  }
}
