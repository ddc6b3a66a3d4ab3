import { useMutation } from '@tanstack/react-query';
import { useApp } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { setBlocked } from './block-mutations.ts';
import { invalidateFollows } from './invalidate-people.ts';
import { peopleKeys } from './queries.ts';

export function UnblockButton({ userId, onDone }: { userId: string; onDone: () => void }) {
  const { client, queryClient } = useApp();
  const { mutateAsync: unblock, isPending } = useMutation({
    mutationFn: () => setBlocked(client, userId, false),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: peopleKeys.blocked() });
      invalidateFollows(queryClient);
    },
  });

  const press = async () => {
    try {
      await unblock();
      toast.success('User unblocked successfully');
      onDone();
    } catch (cause) {
      logFailure('A user could not be unblocked.', cause);
      toast.error('Failed to unblock user. Please try again.');
    }
  };

  return (
    <Button variant="secondary" pending={isPending} onClick={() => void press()}>
      {isPending ? 'Unblocking...' : 'Unblock'}
    </Button>
  );
}
