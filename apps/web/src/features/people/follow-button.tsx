import { useIsMutating, useMutation } from '@tanstack/react-query';
import { useSession } from '#features/session/session-context.ts';
import { useApp } from '#lib/app.ts';
import { limitReason } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { followOptions } from './follow-mutations.ts';
import { peopleKeys } from './queries.ts';

interface FollowButtonProps {
  person: { userId: string; isFollowed: boolean };
  /** The person's name in a list of people: makes the button small and adds the name for screen readers. */
  nameInList?: string;
  /** Called when the change is saved: the viewer may now see more or fewer drops of this person. */
  onChanged?: () => void;
}

/** Follows or unfollows somebody. Not shown to visitors, nor for the viewer's own profile. */
export function FollowButton(props: FollowButtonProps) {
  const { user } = useSession();
  if (!user || user.id === props.person.userId) return null;
  return <FollowToggle {...props} viewerId={user.id} />;
}

function FollowToggle(props: FollowButtonProps & { viewerId: string }) {
  const { person, nameInList, onChanged, viewerId } = props;
  const { userId, isFollowed } = person;
  const app = useApp();
  const { mutateAsync: follow } = useMutation(followOptions(app, viewerId, userId));
  const busy = useIsMutating({ mutationKey: peopleKeys.follow(userId) }) > 0;

  const word = isFollowed ? 'Unfollow' : 'Follow';

  const press = async () => {
    if (busy) return;
    const on = !isFollowed;
    try {
      await follow(on);
      toast.success(on ? 'Following user!' : 'Unfollowed user');
      onChanged?.();
    } catch (cause) {
      logFailure('A follow could not be changed.', cause);
      toast.error(limitReason(cause) ?? (on ? 'Failed to follow user' : 'Failed to unfollow user'));
    }
  };

  return (
    <Button
      variant={isFollowed || nameInList !== undefined ? 'secondary' : 'primary'}
      size={nameInList === undefined ? 'md' : 'sm'}
      // Not `disabled`, which would take the keyboard focus off the button while the request runs.
      aria-disabled={busy || undefined}
      aria-label={nameInList === undefined ? undefined : `${word} ${nameInList}`}
      onClick={() => void press()}
      className="min-h-10"
    >
      {word}
    </Button>
  );
}
