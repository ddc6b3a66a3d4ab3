import { isNotAuthenticated } from '#features/session/not-authenticated.ts';
import { useSession } from '#features/session/session-context.ts';
import { useSignInPrompt } from '#features/session/use-sign-in-prompt.ts';
import { useApp } from '#lib/app.ts';
import { limitReason } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { toast, type ToastOptions } from '#ui/toast.ts';

/** A like or a bookmark: its table, and the messages of its toasts. */
export interface Reaction {
  name: 'like' | 'bookmark';
  table: 'voice_drop_likes' | 'bookmarks';
  added: string;
  removed: string;
  failed: string;
  /** The prompt that visitors get. */
  forMembers: string;
  /** Options of the success toasts. */
  confirmation: ToastOptions;
}

/** Not needed for the first screen, and of no use without a network. If its first fetch fails, it is fetched once more. */
const loadMutations = () => import('./mutations.ts');

/** The key of the local edit that sets a reaction to a drop. */
export function reactionEditKey(name: Reaction['name'], dropId: string): string {
  return `${name} ${dropId}`;
}

interface ReactionState {
  isOn: boolean;
  /** Shows a state wherever the drop is shown. See `LocalEdits.change`. */
  show: (on: boolean, at: number) => void;
  /** Called when the server has the state. */
  onWritten: () => void;
}

/**
 * Likes or bookmarks a drop, or undoes that.
 *
 * @returns the handler of a press: the reaction changes at once, and is reverted when the write fails
 */
export function useReaction(
  reaction: Reaction,
  dropId: string,
  { isOn, show, onWritten }: ReactionState,
): () => Promise<void> {
  const { client, edits } = useApp();
  const { status } = useSession();
  const promptToSignIn = useSignInPrompt();
  const { name, table, added, removed, failed, forMembers, confirmation } = reaction;

  return async () => {
    // In the status `loading` the session is being renewed: the write fails if it has ended.
    if (status === 'signed-out' || status === 'second-step') {
      promptToSignIn(forMembers);
      return;
    }
    const on = !isOn;
    try {
      const isWritten = await edits.change(reactionEditKey(name, dropId), {
        from: isOn,
        to: on,
        show,
        write: async (wanted) => {
          const { writeReaction } = await loadMutations().catch(loadMutations);
          await writeReaction(client, table, dropId, wanted);
        },
      });
      if (!isWritten) return;
      onWritten();
      toast.success(on ? added : removed, confirmation);
    } catch (cause) {
      logFailure(`A ${name} could not be written.`, cause);
      if (isNotAuthenticated(cause)) promptToSignIn(forMembers);
      else toast.error('Error', { description: limitReason(cause) ?? failed });
    }
  };
}
