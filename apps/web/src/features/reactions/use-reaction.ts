import { isNotAuthenticated } from '#features/session/signed-in-user.ts';
import { useSession } from '#features/session/session-context.ts';
import { useSignInPrompt } from '#features/session/use-sign-in-prompt.ts';
import { useApp } from '#lib/app.ts';
import { limitReason } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { toast, type ToastOptions } from '#ui/toast.ts';

/** A like or a bookmark: how it is written, and the words of its toasts. */
export interface Reaction {
  name: 'like' | 'bookmark';
  write: (client: SupabaseClient, dropId: string, on: boolean) => Promise<void>;
  added: string;
  removed: string;
  failed: string;
  /** The prompt that visitors get. */
  forMembers: string;
  /** Options of the success toasts. */
  confirmation: ToastOptions;
}

interface ReactionState {
  isOn: boolean;
  /** Shows a state wherever the drop is cached. May be called again with the same one. */
  show: (on: boolean) => void;
  /** Called when the server holds the wanted state. */
  onWritten: () => void;
}

/**
 * Lets a person like or bookmark a drop, and take that back.
 *
 * @returns the handler of a press: the reaction changes at once, and back again when writing fails
 */
export function useReaction(
  reaction: Reaction,
  dropId: string,
  { isOn, show, onWritten }: ReactionState,
): () => Promise<void> {
  const { client, edits } = useApp();
  const { status } = useSession();
  const promptToSignIn = useSignInPrompt();
  const { name, write, added, removed, failed, forMembers, confirmation } = reaction;

  return async () => {
    // While the session is being renewed, nobody knows yet: the write fails if it has ended.
    if (status === 'signed-out' || status === 'second-step') {
      promptToSignIn(forMembers);
      return;
    }
    const on = !isOn;
    try {
      const isWritten = await edits.change(`${name} ${dropId}`, {
        from: isOn,
        to: on,
        show,
        write: (wanted) => write(client, dropId, wanted),
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
