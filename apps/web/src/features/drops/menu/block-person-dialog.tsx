import { useMutation } from '@tanstack/react-query';
import { useMatchRoute } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { setBlocked } from '#features/people/block-mutations.ts';
import { invalidatePeople } from '#features/people/invalidate-people.ts';
import type { Person } from '#features/people/person.ts';
import { peopleKeys } from '#features/people/queries.ts';
import { isNotAuthenticated } from '#features/session/not-authenticated.ts';
import { useSignInPrompt } from '#features/session/use-sign-in-prompt.ts';
import { useApp } from '#lib/app.ts';
import { limitReason } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { toast } from '#ui/toast.ts';
import { dropStore } from '#features/drops/drop-cache.ts';
import { ANONYMOUS } from '#features/drops/drop.ts';
import { dropKeys } from '#features/drops/drop-keys.ts';
import { readDrops } from '#features/drops/read-drops.ts';
import { useGoBack } from '#features/drops/use-go-back.ts';
import { RemovalDialog } from './removal-dialog.tsx';

/** How many drops of an unblocked person are read again at most. */
const READ_MAX = 60;

interface BlockPersonDialogProps {
  person: Person;
  /** The element that had the focus before the dialog. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Asks whether to block a user, and blocks them. */
export function BlockPersonDialog({ person, opener, onClose }: BlockPersonDialogProps) {
  const block = useBlockPerson(person.userId);
  return (
    <RemovalDialog
      opener={opener}
      onClose={onClose}
      title={`Block ${person.username ?? ANONYMOUS}?`}
      description="You will no longer see each other’s voice drops and comments, and neither of you can follow, write to or notify the other. You can unblock them in your settings."
      confirmLabel="Block User"
      onConfirm={() => void block()}
    />
  );
}

/**
 * Blocks a user. Their drops are hidden at once, and shown again when the block fails or is undone. The page of
 * one of their drops is left for the page before it.
 */
function useBlockPerson(userId: string): () => Promise<void> {
  const { client, queryClient, edits } = useApp();
  const store = dropStore(queryClient);
  const promptToSignIn = useSignInPrompt();

  const goBack = useGoBack();
  const matchRoute = useMatchRoute();
  const { mutateAsync: changeBlock } = useMutation({
    mutationKey: peopleKeys.block(userId),
    mutationFn: (on: boolean) =>
      edits.change(`block ${userId}`, {
        from: !on,
        to: on,
        show: (isBlocked, at) => store.setHidden(userId, isBlocked, at),
        write: (blocked) => setBlocked(client, userId, blocked),
      }),
  });

  return async () => {
    const undo = async () => {
      try {
        if (!(await changeBlock(false))) return;
        toast.success('User unblocked successfully');
        // The edit has shown the drops again, so the lists are refetched only when next opened.
        void queryClient.invalidateQueries({ queryKey: dropKeys.lists(), refetchType: 'none' });
        invalidatePeople(queryClient);
        // Those that changed meanwhile could not be read.
        const ids = store.ofAuthor(userId).map(({ id }) => id);
        const requestedAt = performance.now();
        readDrops(client, ids.slice(0, READ_MAX)).then(
          (drops) => store.receive(drops, requestedAt),
          (cause: unknown) =>
            logFailure('The drops of an unblocked person could not be read.', cause),
        );
      } catch (cause) {
        logFailure('A block could not be undone.', cause);
        toast.error('Failed to unblock user. Please try again.');
      }
    };

    try {
      const block = changeBlock(true);
      if (matchRoute({ to: '/voice-drop/$id' })) goBack();
      if (!(await block)) return;
      toast.success('User blocked successfully', {
        action: { label: 'Undo', onPress: () => void undo() },
      });
      invalidatePeople(queryClient);
    } catch (cause) {
      logFailure('A user could not be blocked.', cause);
      if (isNotAuthenticated(cause)) promptToSignIn('Please log in to block users');
      else toast.error(limitReason(cause) ?? 'Failed to block user. Please try again.');
    }
  };
}
