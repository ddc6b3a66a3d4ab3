import { useIsMutating, useMutation } from '@tanstack/react-query';
import { useSession } from '#features/session/session-context.ts';
import { useApp } from '#lib/app.ts';
import { limitReason } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { followOptions, type FollowablePerson } from './follow-mutations.ts';
import { peopleKeys } from './queries.ts';

interface FollowButtonProps {
  person: FollowablePerson;
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

/** The button's word in each state, and the messages after a press. */
const states = {
  none: { word: 'Follow', done: 'Unfollowed user', failed: 'Failed to unfollow user' },
  requested: { word: 'Requested', done: 'Request sent', failed: 'Failed to follow user' },
  followed: { word: 'Unfollow', done: 'Following user!', failed: 'Failed to follow user' },
};

function FollowToggle(props: FollowButtonProps & { viewerId: string }) {
  const { person, nameInList, onChanged, viewerId } = props;
  const { userId, following, isPrivate } = person;
  const app = useApp();
  const { mutateAsync: follow } = useMutation(followOptions(app, viewerId, person));
  const busy = useIsMutating({ mutationKey: peopleKeys.follow(userId) }) > 0;

  const { refusal } = useSession();

  const isRequested = following === 'requested';
  const { word } = states[following];

  const press = async () => {
    if (busy) return;
    const on = following === 'none';
    const next = on ? (isPrivate ? 'requested' : 'followed') : 'none';
    try {
      const written = await follow(next);
      // The page's notice says that it is queued.
      if (written === 'queued') return;
      toast.success(isRequested ? 'Request withdrawn' : states[written].done);
      onChanged?.();
    } catch (cause) {
      logFailure('A follow could not be changed.', cause);
      toast.error(
        limitReason(cause) ??
          (isRequested ? 'Failed to withdraw the request' : states[next].failed),
      );
    }
  };

  return (
    <Button
      variant={following !== 'none' || nameInList !== undefined ? 'secondary' : 'primary'}
      size={nameInList === undefined ? 'md' : 'sm'}
      // Not `disabled`, which would take the keyboard focus off the button while the request runs.
      aria-disabled={busy || undefined}
      aria-label={nameInList === undefined ? undefined : `${word} ${nameInList}`}
      data-tooltip={isRequested ? 'Withdraw the request' : undefined}
      onClick={() => void press()}
      className="min-h-10"
      {...(following === 'none' && refusal?.props)}
    >
      {word}
    </Button>
  );
}
