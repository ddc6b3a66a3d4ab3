import { skipToken, useQuery } from '@tanstack/react-query';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';
import { followedTagsOptions } from './tag-queries.ts';

/** The hashtags that the viewer follows; undefined for visitors, and until they are known. */
export function useFollowedTags(): readonly string[] | undefined {
  const client = useClient();
  const { user } = useSession();
  const { data } = useQuery({
    ...followedTagsOptions(client, user?.id ?? ''),
    ...(!user && { queryFn: skipToken }),
  });
  return data;
}
