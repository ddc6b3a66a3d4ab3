import { blockPerson, unblockPerson } from '#features/people/block-mutations.ts';
import { invalidatePeople } from '#features/people/invalidate-people.ts';
import { usePlayer } from '#features/player/use-player.ts';
import { isNotAuthenticated } from '#features/session/signed-in-user.ts';
import { useSignInPrompt } from '#features/session/use-sign-in-prompt.ts';
import { useApp } from '#lib/app.ts';
import { limitReason } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { toast } from '#ui/toast.ts';
import { findDrop } from '#features/drops/patch-drop.ts';
import { removal } from '#features/drops/remove-drops.ts';
import { dropKeys } from '#features/drops/queries.ts';

/** Blocks the author of a drop. Their drops are hidden at once, and shown again when the block fails or is undone. */
export function useBlockPerson(userId: string): () => Promise<void> {
  const { client, queryClient, edits } = useApp();
  const player = usePlayer();
  const promptToSignIn = useSignInPrompt();

  return async () => {
    const show = removal(queryClient, ({ author }) => author.userId === userId);
    const setBlocked = (on: boolean) =>
      edits.change(`block ${userId}`, {
        from: !on,
        to: on,
        show,
        write: (blocked) => (blocked ? blockPerson(client, userId) : unblockPerson(client, userId)),
      });

    const undo = async () => {
      try {
        if (!(await setBlocked(false))) return;
        toast.success('User unblocked successfully');
        // The change has shown the drops again, so that the lists need to be read only when next opened.
        void queryClient.invalidateQueries({ queryKey: dropKeys.lists(), refetchType: 'none' });
        invalidatePeople(queryClient);
      } catch (cause) {
        logFailure('A block could not be undone.', cause);
        toast.error('Failed to unblock user. Please try again.');
      }
    };

    const { track } = player.getState();
    const playing = track && findDrop(queryClient, track.id);
    if (playing?.author.userId === userId) player.stop();
    try {
      if (!(await setBlocked(true))) return;
      toast.success('User blocked successfully', {
        action: { label: 'Undo', onPress: () => void undo() },
      });
      invalidatePeople(queryClient);
    } catch (cause) {
      logFailure('Someone could not be blocked.', cause);
      if (isNotAuthenticated(cause)) promptToSignIn('Please log in to block users');
      else toast.error(limitReason(cause) ?? 'Failed to block user. Please try again.');
    }
  };
}
