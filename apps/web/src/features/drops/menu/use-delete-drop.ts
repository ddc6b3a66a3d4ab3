import { useMutation } from '@tanstack/react-query';
import { useCanGoBack, useMatchRoute, useNavigate, useRouter } from '@tanstack/react-router';
import { usePlayer } from '#features/player/use-player.ts';
import { useApp } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { toast } from '#ui/toast.ts';
import type { Drop } from '#features/drops/drop.ts';
import { deleteDropOptions, NotOwnDropError } from '#features/drops/mutations.ts';

/**
 * Deletes an own drop. Its card goes at once, and comes back when deleting fails. Who is on the
 * drop's own page is led back to the page before it or, without one, to their profile.
 */
export function useDeleteDrop(drop: Drop): () => Promise<void> {
  const player = usePlayer();
  const app = useApp();
  const { mutateAsync: deleteDrop } = useMutation(deleteDropOptions(app, drop));
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  const navigate = useNavigate();
  const matchRoute = useMatchRoute();

  const leave = () => {
    if (canGoBack) history.back();
    else void navigate({ to: '/profile', replace: true });
  };

  return async () => {
    try {
      const deletion = deleteDrop();
      if (matchRoute({ to: '/voice-drop/$id', params: { id: drop.id } })) leave();
      await deletion;
      if (player.getState().track?.id === drop.id) player.stop();
      toast.success('Voice drop deleted successfully');
    } catch (cause) {
      logFailure('A drop could not be deleted.', cause);
      if (cause instanceof NotOwnDropError) {
        toast.error('Unauthorized', { description: 'You can only delete your own voice drops' });
      } else {
        toast.error('Failed to delete voice drop');
      }
    }
  };
}
