import type { Clip } from '#features/recorder/take/clip.ts';
import { runVoiceJob } from '#features/recorder/mask/run-voice-job.ts';

/** Opus runs at this rate in every browser, so that nothing is resampled before our own resampler does. */
const DECODING_RATE = 48_000;

/** There is no sound in a recording, or none that this browser can decode: trying again will not help. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

/**
 * Decodes what a MediaRecorder made into a clip. A recording that was cut off
 * decodes as far as it goes.
 *
 * @throws {DecodeError} when there is nothing to be heard in it, ever
 */
export async function decodeRecording(recording: Blob, signal?: AbortSignal): Promise<Clip> {
  const bytes = await recording.arrayBuffer();
  // decodeAudioData resamples to its context's rate; an offline one needs no gesture and no closing.
  const decoder = new OfflineAudioContext(1, 1, DECODING_RATE);
  const buffer = await decoder.decodeAudioData(bytes).catch((cause: unknown) => {
    throw new DecodeError('The recording could not be decoded.', { cause });
  });
  if (buffer.length === 0) throw new DecodeError('The recording is empty.');
  const channels = Array.from({ length: buffer.numberOfChannels }, (_, channel) =>
    buffer.getChannelData(channel).slice(),
  );
  return runVoiceJob({ kind: 'encode', channels, sampleRate: buffer.sampleRate }, signal);
}
