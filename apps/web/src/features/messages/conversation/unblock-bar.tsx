import { useMutation } from '@tanstack/react-query';
import { setBlocked } from '#features/people/block-mutations.ts';
import { invalidatePeople } from '#features/people/invalidate-people.ts';
import type { Person } from '#features/people/person.ts';
import { useApp } from '#lib/app.ts';
import { attempt } from '#ui/attempt.ts';
import { Button } from '#ui/button.tsx';

/** Says that the viewer has blocked the other side, with a button that ends this. */
export function UnblockBar({ person }: { person: Person }) {
  const { client, queryClient } = useApp();
  const { mutateAsync: unblock, isPending } = useMutation({
    mutationFn: () => setBlocked(client, person.userId, false),
    onSuccess: () => invalidatePeople(queryClient),
  });
  const press = () =>
    void attempt(unblock, {
      done: 'User unblocked successfully',
      failed: 'Failed to unblock user. Please try again.',
      log: 'A user could not be unblocked.',
    });
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-center gap-3 border-t border-line p-3">
      <p className="text-[0.9375rem] text-ink-soft">
        You have blocked <bdi className="font-medium">{person.username ?? 'this user'}</bdi>.
      </p>
      <Button variant="secondary" size="sm" pending={isPending} onClick={press}>
        Unblock
      </Button>
    </div>
  );
}
