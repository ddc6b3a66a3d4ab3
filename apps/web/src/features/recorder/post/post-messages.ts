import { VOICE_DROP_MAX_SECONDS } from '@undertone/domain/limits';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { filterName } from '@undertone/domain/voice-filter-name';
import type { LastingProblem, PostFailure } from '#features/clips/upload/post-error.ts';

const TOO_LONG = `With this voice filter, it lasts longer than ${VOICE_DROP_MAX_SECONDS / 60} minutes. Trim it, or choose another filter.`;

/** Title and description of the toast for a drop that was not posted. */
export const postProblemMessages: Record<LastingProblem, [title: string, description: string]> = {
  'signed-out': ['Authentication Error', 'Please log in to post voice drops.'],
  'upload-failed': ['Upload Failed', 'Failed to upload audio file. Please try again.'],
  'save-failed': ['Save Failed', 'Failed to save voice drop. Please try again.'],
  'too-long': ['Post Failed', TOO_LONG],
  unmasked: ['Post Failed', 'Failed to post voice drop. Please try again.'],
  unexpected: ['Error', 'An unexpected error occurred. Please try again.'],
};

const failureReasons: Record<LastingProblem, string> = {
  'signed-out': 'Not posted: you were signed out.',
  'upload-failed': 'Not posted: the audio could not be uploaded.',
  'save-failed': 'Not posted: the voice drop could not be saved.',
  'too-long': `Not posted. ${TOO_LONG}`,
  unmasked: 'Not posted: the voice filter could not be applied, and nothing is posted without it.',
  unexpected: 'Not posted: an unexpected error occurred.',
};

/** The note about a failed post, shown until it is retried. */
export function failureReason({ problem, limit }: PostFailure): string {
  return `${limit ?? failureReasons[problem]} Your recording is kept on this device.`;
}

/** The note below the filters, shown until a preview plays. */
export function previewFailure(filterId: VoiceFilterId): string {
  return `${filterName(filterId)} could not be played on your recording.`;
}

/** The note below the filters, shown while the chosen filter is not applied. */
export const FILTER_NOT_APPLIED =
  'This filter could not be applied to your recording yet. It is tried again when you post, and nothing is posted without it.';

/** The line below the form while storage is short in a browser that does not grant persistent storage. */
export const STORAGE_SHORT =
  'Storage is nearly full, and this browser may delete recordings. Post this one soon, or delete files that you do not need.';

/** The line below the form after an upload was cancelled. */
export const UPLOAD_CANCELLED = 'Upload cancelled. Your recording is still here.';
