import { isNotAuthenticated, signedInUserId } from '#features/session/signed-in-user.ts';
import { useSession } from '#features/session/session-context.ts';
import { useSignInPrompt } from '#features/session/use-sign-in-prompt.ts';
import { useApp } from '#lib/app.ts';
import { ensureWritten, limitReason } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { toast } from '#ui/toast.ts';
import { reactionEditKey, type Reaction } from './reaction.ts';

interface ReactionState {
  isOn: boolean;
  /** Shows a state wherever the drop is cached. Must be idempotent. */
  show: (on: boolean) => void;
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

  const write = async (on: boolean) => {
    const row = { user_id: await signedInUserId(client), voice_drop_id: dropId };
    const rows = client.from(table);
    await ensureWritten(on ? rows.insert(row) : rows.delete().match(row));
  };

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
        write,
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
