import type { PrivacyLevel } from '@undertone/domain/privacy-level';
import { filterName } from '@undertone/domain/voice-filter-name';
import type { DropDraft } from '#features/recorder/drop-draft.ts';
import { toast } from '#ui/toast.ts';
import { postProblemMessages } from './post-messages.ts';
import { failureOf } from '#features/clips/upload/post-error.ts';

/** The name of the toasts about a take's filter, which the toast of its post replaces. */
export const TAKE_TOAST = 'take';

/** Who can listen, where that is not what `shared` suggests. A public drop of a private account is for its followers. */
const audiences: Readonly<Record<PrivacyLevel, string>> = {
  public: '',
  followers: ' Only your followers can listen to it.',
  private: ' Only you can listen to it.',
};

/** The window's event after a drop was posted. */
export const POSTED_EVENT = 'undertone:posted';

export function toastPosted({ filterId, privacy }: DropDraft): void {
  // Avoids 'Deep Voice voice filter'.
  const name = filterName(filterId).replace(/ Voice$/, '');
  toast.success('Voice Drop Posted!', {
    name: TAKE_TOAST,
    description: `Your confession with ${name} voice filter has been shared.${audiences[privacy]}`,
  });
  dispatchEvent(new Event(POSTED_EVENT));
}

/**
 * Shows why a drop was not posted. Shows nothing for a post that was cancelled or can wait.
 *
 * @param hasNote whether a note on the page says for which limit the backend has refused it
 */
export function toastNotPosted(cause: unknown, hasNote = false): void {
  const failure = failureOf(cause);
  if (!failure) return;
  const [title, description] = postProblemMessages[failure.problem];
  if (hasNote && failure.limit !== undefined) toast.error(title);
  else toast.error(title, { description: failure.limit ?? description });
}

/** Shows that Veil was chosen for a take that is not posted yet. */
export function toastVeilChosen(): void {
  toast.info('Veil is chosen', { description: 'Listen to it in the list, then post.' });
}

/** Shows that a drop will be posted once there is a network. */
export function toastQueued(): void {
  toast.info('Will be posted', {
    description: 'You are offline. Your voice drop is posted as soon as you are online.',
  });
}

/** Shows where the take of a cancelled post is. */
export function toastPostCancelled(): void {
  toast.info('Not posted', { description: 'Your recording is back in the recorder.' });
}
