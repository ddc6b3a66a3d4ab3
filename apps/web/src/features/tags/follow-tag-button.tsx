import { useMutation } from '@tanstack/react-query';
import { useSession } from '#features/session/session-context.ts';
import { useApp } from '#lib/app.ts';
import { limitReason } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { followTagOptions, useFollowedTags } from './tag-queries.ts';

interface FollowTagButtonProps {
  tag: string;
  userId: string;
  /** Whether the button is small, in a list of hashtags. */
  inList?: boolean;
  /** Called when the change is saved. */
  onChanged?: (() => void) | undefined;
}

/** Follows or unfollows a hashtag. Rendered once it is known whether the viewer follows it. */
export function FollowTagButton({ tag, userId, inList = false, onChanged }: FollowTagButtonProps) {
  const app = useApp();
  const { mutateAsync: follow } = useMutation(followTagOptions(app, userId, tag));
  const tags = useFollowedTags();
  const { refusal } = useSession();
  if (!tags) return null;
  const isFollowed = tags.includes(tag);

  const press = async () => {
    try {
      await follow(!isFollowed);
      onChanged?.();
    } catch (cause) {
      logFailure('A hashtag’s follow could not be changed.', cause);
      const failure = isFollowed ? `Failed to unfollow #${tag}` : `Failed to follow #${tag}`;
      toast.error(limitReason(cause) ?? failure);
    }
  };

  return (
    <Button
      variant={isFollowed || inList ? 'secondary' : 'primary'}
      size={inList ? 'sm' : 'md'}
      className={inList ? 'min-h-10' : undefined}
      aria-label={`${isFollowed ? 'Following' : 'Follow'} #${tag}`}
      onClick={() => void press()}
      {...(!isFollowed && refusal?.props)}
    >
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  );
}
