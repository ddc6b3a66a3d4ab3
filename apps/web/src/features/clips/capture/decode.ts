import { decodeAudio } from '#lib/decode-audio.ts';
import type { Clip } from '#features/clips/take/take.ts';
import { asClip, runVoiceJob } from '#features/clips/mask/run-voice-job.ts';

/** The type of a stored take that is a clip already, made of a file. Recorders do not make WAV files. */
export const PREPARED_TYPE = 'audio/wav';

/** A recording is empty or cannot be decoded by this browser. Retrying does not help. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
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
