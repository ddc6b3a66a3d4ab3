import { isNotAuthenticated } from '#features/session/not-authenticated.ts';
import { promptToSignIn, type SignInPromptContext } from '#features/session/sign-in-prompt.ts';
import { limitReason } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { rememberVisitorsLike, writeOrQueue } from '#lib/queued-changes.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { toast, type ToastOptions } from '#ui/toast.ts';
import { writeReaction, type ReactionName } from './mutations.ts';

/* What follows the press of a like or a bookmark. Not needed for the first screen. */

interface ReactionWords {
  added: string;
  removed: string;
  failed: string;
  /** The prompt that visitors get. */
  forMembers: string;
  /** Options of the success toasts. */
  confirmation: ToastOptions;
}

const words: Readonly<Record<ReactionName, ReactionWords>> = {
  like: {
    added: 'Added to favorites',
    removed: 'Removed from favorites',
    failed: 'Failed to update like status',
    forMembers: 'Please log in to like voice drops',
    confirmation: { duration: 2000 },
  },
  bookmark: {
    added: 'Added to bookmarks',
    removed: 'Removed from bookmarks',
    failed: 'Failed to update bookmark',
    forMembers: 'Please log in to bookmark voice drops',
    confirmation: {},
  },
};

/** Writes a like or a bookmark, or queues it without a network. @returns whether it was queued */
export function writeOrQueueReaction(
  client: SupabaseClient,
  name: ReactionName,
  dropId: string,
  on: boolean,
): Promise<boolean> {
  const change = { kind: name, targetId: dropId, wanted: on ? 'on' : 'off' };
  return writeOrQueue(client, change, () => writeReaction(client, name, dropId, on));
}

/** Confirms a reaction that the server has. */
export function toastReaction(name: ReactionName, on: boolean): void {
  const { added, removed, confirmation } = words[name];
  toast.success(on ? added : removed, confirmation);
}

/** Shows why a reaction was not written. */
export function toastReactionFailure(
  name: ReactionName,
  cause: unknown,
  page: SignInPromptContext,
): void {
  const { failed, forMembers } = words[name];
  logFailure(`A ${name} could not be written.`, cause);
  if (isNotAuthenticated(cause)) promptToSignIn(page, forMembers);
  else toast.error('Error', { description: limitReason(cause) ?? failed });
}

/** Asks a visitor to sign in, since a reaction needs an account. Their like is made once they have. */
export function promptForReaction(
  name: ReactionName,
  dropId: string,
  page: SignInPromptContext,
): void {
  if (name === 'like') rememberVisitorsLike(dropId);
  promptToSignIn(page, words[name].forMembers);
}
