import { VOICE_DROP_MAX_SECONDS } from '@undertone/domain/limits';
import { durationLabel } from '@undertone/domain/number-labels';

/** Why a chosen file cannot become a take. */
export type AudioFileProblem =
  | 'empty'
  | 'too-big'
  | 'too-long'
  /** The file has no sound above the noise of a microphone. */
  | 'silent'
  | 'not-audio'
  /** The file is audio, in a format that this browser cannot decode. */
  | 'unsupported'
  /** The file is encrypted by a shop. */
  | 'protected'
  /** The system did not let the browser read the file. */
  | 'unreadable'
  /** The take could not be stored on this device. */
  | 'unstored';

/** The greatest file that is decoded, in bytes: five minutes of stereo at 96 kHz and 24 bits have 173 MB. */
export const AUDIO_FILE_MAX_BYTES = 200_000_000;

export class AudioFileError extends Error {
  override readonly name = 'AudioFileError';
  readonly problem: AudioFileProblem;
  /** The length of the audio in seconds, if it is too long. */
  readonly seconds: number;

  constructor(problem: AudioFileProblem, options?: ErrorOptions & { seconds?: number }) {
    super(`The audio file cannot be used: ${problem}`, options);
    this.problem = problem;
    this.seconds = options?.seconds ?? 0;
  }
}

const MAX_MINUTES = VOICE_DROP_MAX_SECONDS / 60;
const MAX_MEGABYTES = AUDIO_FILE_MAX_BYTES / 1e6;

const messages: Record<Exclude<AudioFileProblem, 'too-long'>, string> = {
  empty: 'This file is empty. Choose another one.',
  'too-big': `This file is larger than ${MAX_MEGABYTES} MB. Save it as MP3 or M4A, and choose that one.`,
  silent: 'There is no sound in this file. Choose another one.',
  'not-audio':
    'This is not an audio file. Choose a recording, for example an MP3, M4A or WAV file.',
  unsupported:
    'This browser cannot read this kind of audio file, or the file is damaged. Save it as MP3 or WAV, and choose that one.',
  protected: 'This file is copy-protected, and cannot be read. Choose a recording of your own.',
  unreadable: 'The file could not be read. It may have been moved. Choose it again.',
  unstored: 'This device has no space to keep the recording. Delete files that you do not need.',
};

/** What is wrong with a file, and what helps. */
export function audioFileMessage({ problem, seconds }: AudioFileError): string {
  if (problem !== 'too-long') return messages[problem];
  return `This file lasts ${durationLabel(seconds)}. A voice drop lasts at most ${MAX_MINUTES} minutes: shorten the file, and choose it again.`;
}
