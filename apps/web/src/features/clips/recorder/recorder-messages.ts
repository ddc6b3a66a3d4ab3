import { RECORDING_MAX_SECONDS } from '@undertone/domain/limits';
import type { CaptureProblem } from '#features/clips/capture/capture-problem.ts';
import type { CapturePause } from '#features/clips/capture/capture.ts';
import type { RecorderNotice, RecorderPhase, RecorderState } from './recorder-state.ts';

type StatusState = Pick<RecorderState, 'phase' | 'seconds' | 'pause'>;

const statusLines: Record<Exclude<RecorderPhase, 'recording'>, string> = {
  idle: 'Tap the orange button to start recording',
  restoring: 'Bringing back your recording...',
  opening: 'Waiting for your microphone...',
  finishing: 'Preparing your recording...',
  ready: 'Ready to choose voice filter',
  posting: 'Ready to choose voice filter',
};

/** The line below the record button. */
export function statusLine({ phase, seconds, pause }: StatusState): string {
  if (phase !== 'recording') return statusLines[phase];
  return `${pause ? 'Paused at' : 'Recording...'} ${seconds}s / ${RECORDING_MAX_SECONDS}s`;
}

/** The note while a recording is paused, with a button that continues it. */
export const pauseMessages: Record<Exclude<CapturePause, 'paused' | null>, string> = {
  muted:
    'Your microphone is muted, by a call or a key of your headset. The recording is paused, and kept.',
  unmuted: 'Your microphone is on again. Continue when you are ready.',
};

/** The announcement for screen readers. It changes when a phase starts and at 30, 10 and 0 seconds left, not each second. */
export function announcement(phase: RecorderPhase, seconds: number): string {
  const left = RECORDING_MAX_SECONDS - seconds;
  if (phase === 'finishing')
    return left <= 0 ? 'Time is up, recording stopped' : 'Recording stopped';
  if (phase !== 'recording') return '';
  if (left <= 0) return 'Time is up';
  if (left <= 10) return 'Ten seconds left';
  return left <= 30 ? 'Thirty seconds left' : 'Recording started';
}

/** Notices: what happened, and what the user can do about it. */
export const noticeMessages: Record<RecorderNotice, string> = {
  insecure:
    'Browsers lend the microphone only to secure pages. Open this page with https:// in front of its address.',
  unsupported:
    'This browser cannot record. A current version of Chrome, Edge, Firefox or Safari can.',
  refused:
    'The microphone is blocked for this page. Allow it in the settings beside the address, then tap the button again.',
  missing: 'No microphone was found. Connect one, then tap the button again.',
  'in-use':
    'Another app or tab is holding the microphone. Close it there, then tap the button again.',
  failed: 'Unable to access microphone. Please check permissions and try again.',
  lost: 'The microphone was disconnected. Everything up to that moment is kept.',
  full: 'Recording stopped because this device has no space left. Everything up to that moment is kept; post it before you close the page.',
  nothing: 'No sound was recorded. Check the microphone, then tap the button again.',
  unprepared: 'Your recording could not be prepared. It is kept on this device.',
  unfetched:
    'The rest of the recorder could not be loaded. It is fetched again when the network is back. Your recording is kept on this device, also if you reload the page.',
  silence: 'This recording is silent. Is the right microphone chosen?',
  restored: 'Your unsent recording is back. Post it, or discard it to start over.',
};

/** The notices of a microphone that could not be opened. */
const captureProblems: ReadonlySet<RecorderNotice> = new Set<CaptureProblem>([
  'insecure',
  'unsupported',
  'refused',
  'missing',
  'in-use',
  'failed',
]);

/** The note about a problem. It names the microphone where that could not be opened. */
export function problemMessage(notice: RecorderNotice): string {
  const message = noticeMessages[notice];
  return captureProblems.has(notice) ? `Microphone Error: ${message}` : message;
}

/** The notices after which another press on the record button may help. */
const worthAnotherTry: ReadonlySet<RecorderNotice> = new Set([
  'refused',
  'missing',
  'in-use',
  'failed',
  'nothing',
]);

export function canRecordAfter(notice: RecorderNotice): boolean {
  return worthAnotherTry.has(notice);
}

/** The note below the recorder, shown until the recording plays. */
export const UNPLAYABLE = 'The recording could not be played. It is kept, and can be posted.';

/** Title of the toast that offers to undo. */
export const discardedTitles = {
  discarded: 'Recording discarded',
  replaced: 'Recording replaced',
} as const;

/** Title and description of the toast for a recording that reached RECORDING_MAX_SECONDS. */
export const recordingComplete = [
  'Recording Complete',
  'Maximum recording time of 60 seconds reached.',
] as const;

/** Title and description of the toast for a recording that ended while no recorder was shown. */
export const recordingKept = [
  'Recording stopped',
  'It is kept on this device. Open the recorder to post it.',
] as const;

/** The line that stands with Undo while a take was recorded again. */
export const RECORDED_AGAIN = 'This recording has replaced your earlier one.';
