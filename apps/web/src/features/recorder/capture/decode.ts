import type { Clip } from '#features/recorder/take/take.ts';
import { asClip, runVoiceJob } from '#features/recorder/mask/run-voice-job.ts';

/** Browsers encode Opus at this rate. Decoding at the same rate keeps the browser from resampling. */
const DECODING_RATE = 48_000;

/** The type of a stored take that is a clip already, made of a file. Recorders do not make WAV files. */
export const PREPARED_TYPE = 'audio/wav';

/** A recording is empty or cannot be decoded by this browser. Retrying does not help. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

/**
 * Decodes an audio file that this browser supports. The bytes are detached.
 *
 * @throws when the browser cannot decode it
 */
export async function decodeAudio(bytes: ArrayBuffer): Promise<AudioBuffer> {
  // decodeAudioData resamples to its context's rate. An offline context needs no user gesture and no close().
  return new OfflineAudioContext(1, 1, DECODING_RATE).decodeAudioData(bytes);
}

/**
 * Decodes a MediaRecorder's file into a clip. A truncated file is decoded as far as it goes.
 *
 * @throws {DecodeError} when the recording is empty or cannot be decoded
 */
export async function decodeRecording(recording: Blob, signal?: AbortSignal): Promise<Clip> {
  if (recording.type === PREPARED_TYPE) {
    return asClip(await runVoiceJob({ kind: 'measure', wav: recording }, signal));
  }
  const bytes = await recording.arrayBuffer();
  const buffer = await decodeAudio(bytes).catch((cause: unknown) => {
    throw new DecodeError('The recording could not be decoded.', { cause });
  });
  if (buffer.length === 0) throw new DecodeError('The recording is empty.');
  const channels = Array.from({ length: buffer.numberOfChannels }, (_, channel) =>
    buffer.getChannelData(channel),
  );
  const { sampleRate } = buffer;
  return asClip(await runVoiceJob({ kind: 'prepare', channels, sampleRate }, signal));
}
