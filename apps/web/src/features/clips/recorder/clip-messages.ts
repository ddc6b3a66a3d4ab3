import { failureOf, postErrorOf, type LastingProblem } from '#features/clips/upload/post-error.ts';
import type { TakePurpose } from '#features/clips/take/take-purpose.ts';
import { announcement } from './recorder-messages.ts';
import type { RecorderState } from './recorder-state.ts';

/** What is recorded, in the labels of buttons. */
export const clipNames: Record<TakePurpose['kind'], string> = {
  drop: 'voice drop',
  reply: 'voice reply',
  message: 'voice message',
};

const reasons: Record<LastingProblem, string> = {
  'signed-out': 'Not sent: you were signed out.',
  'upload-failed': 'Not sent: the audio could not be uploaded.',
  'save-failed': 'Not sent: it could not be saved.',
  'too-long': 'Not sent: with this voice filter, it lasts too long. Choose another one.',
  unmasked: 'Not sent: the voice filter could not be applied, and nothing is sent without it.',
  unexpected: 'Not sent: an unexpected error occurred.',
};

/** The note about a clip that was not sent, shown until it is tried again; null if its owner has cancelled. */
export function sendFailure(cause: unknown): string | null {
  const error = postErrorOf(cause);
  if (error.problem === 'cancelled') return null;
  const failure = failureOf(error);
  const reason = failure
    ? (failure.limit ?? reasons[failure.problem])
    : 'Not sent: you are offline.';
  return `${reason} Your recording is kept on this device.`;
}

/** The line in place of the waveform while there is none. */
export const waitingLines: Partial<Record<RecorderState['phase'], string>> = {
  opening: 'Waiting for your microphone...',
  finishing: 'Preparing your recording...',
  restoring: 'Bringing back your recording...',
};

/** The announcement of a state for screen readers. */
export function clipAnnouncement({ phase, seconds, pause }: RecorderState): string {
  if (phase === 'ready')
    return `Recording ready, ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  if (phase === 'posting') return 'Sending';
  return pause ? 'Recording paused' : announcement(phase, seconds);
}
