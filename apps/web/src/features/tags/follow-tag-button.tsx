import { useMutation } from '@tanstack/react-query';
import { useApp } from '#lib/app.ts';
import { limitReason } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { followTagOptions, useFollowedTags } from './tag-queries.ts';

/** Follows or unfollows a hashtag. Rendered once it is known whether the viewer follows it. */
export function FollowTagButton({ tag, userId }: { tag: string; userId: string }) {
  const app = useApp();
  const { mutateAsync: follow } = useMutation(followTagOptions(app, userId, tag));
  const tags = useFollowedTags();
  if (!tags) return null;
  const isFollowed = tags.includes(tag);

  const press = async () => {
    try {
      await follow(!isFollowed);
    } catch (cause) {
      logFailure('A hashtag’s follow could not be changed.', cause);
      const failure = isFollowed ? `Failed to unfollow #${tag}` : `Failed to follow #${tag}`;
      toast.error(limitReason(cause) ?? failure);
    }
  };

  return (
    <Button
      variant={isFollowed ? 'secondary' : 'primary'}
      aria-label={`${isFollowed ? 'Following' : 'Follow'} #${tag}`}
      onClick={() => void press()}
    >
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  );
}
