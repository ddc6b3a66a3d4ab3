import { useQueryClient } from '@tanstack/react-query';
import { isNotAuthenticated } from '#features/session/not-authenticated.ts';
import { useSession } from '#features/session/session-context.ts';
import { useSignInPrompt } from '#features/session/use-sign-in-prompt.ts';
import { localEdits } from '#lib/local-edits.ts';
import { limitReason } from '#lib/limit-reason.ts';
import { logFailure } from '#lib/log.ts';
import { toast } from '#ui/toast.ts';
import type { Reaction } from './reaction.ts';

interface ReactionState {
  isOn: boolean;
  /** Draws a state wherever the drop is shown. Called more than once for the same one. */
  show: (on: boolean) => void;
  /** The server holds what was wanted. */
  onWritten: () => void;
}

/**
 * Lets a person put a mark on a drop and take it off again.
 *
 * @returns what a press does: the mark changes at once, and back again when it cannot be written
 */
export function useReaction(
  reaction: Reaction,
  dropId: string,
  { isOn, show, onWritten }: ReactionState,
): () => Promise<void> {
  const queryClient = useQueryClient();
  const { status } = useSession();
  const promptToSignIn = useSignInPrompt();
  const { name, write, added, removed, failed, forMembers, confirmation } = reaction;

  return async () => {
    // While the session is still being renewed, the write finds out.
    if (status === 'signed-out' || status === 'second-step') {
      promptToSignIn(forMembers);
      return;
    }
    const on = !isOn;
    try {
      const isWritten = await localEdits(queryClient).change(`${name} ${dropId}`, {
        from: isOn,
        to: on,
        show,
        write: (wanted) => write(dropId, wanted),
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
