import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { filterName } from '@undertone/domain/voice-filter-name';
import { postProblemMessages } from '#features/recorder/recorder-messages.ts';
import { toast } from '#ui/toast.ts';
import { failureOf } from './take-post.ts';

export function toastPosted(filterId: VoiceFilterId): void {
  toast.success('Voice Drop Posted!', {
    description: `Your confession with ${filterName(filterId).name} voice filter has been shared.`,
  });
}

/** Says why a drop was not posted; nothing for a post that was cancelled or can wait. */
export function toastNotPosted(cause: unknown): void {
  const failure = failureOf(cause);
  if (!failure) return;
  const [title, description] = postProblemMessages[failure.problem];
  toast.error(title, { description: failure.limit ?? description });
}

/** Says that Veil is on the take, which is not posted yet. */
export function toastVeilChosen(): void {
  toast.info('Veil is chosen', { description: 'Listen to it in the list, then post.' });
}

/** Says that a drop is posted once there is a network. */
export function toastQueued(): void {
  toast.info('Will be posted', {
    description: 'You are offline. Your voice drop is posted as soon as you are online.',
  });
}

/** Says where a take is whose post was cancelled. */
export function toastTakenBack(): void {
  toast.info('Not posted', { description: 'Your recording is back in the recorder.' });
}
