import { skipToken, useQuery } from '@tanstack/react-query';
import { objectPath } from '@undertone/domain/object-path';
import type { ComponentProps } from 'react';
import { useClient } from '#lib/app.ts';
import { Avatar } from '#ui/avatar.tsx';
import { avatarUrlOptions, peopleKeys } from './queries.ts';

type PersonAvatarProps = Omit<ComponentProps<typeof Avatar>, 'id' | 'src'> & {
  person: {
    userId: string | undefined;
    username: string | null | undefined;
    /** The URL in the profile, which cannot be loaded without a token. */
    avatarUrl: string | null | undefined;
  };
};

/**
 * A person's picture, loaded under a signed URL; one drawn for their account until it is loaded, or when there is
 * none. An account without a name has initials.
 */
export function PersonAvatar({ person, ...rest }: PersonAvatarProps) {
  const { userId, username, avatarUrl } = person;
  const client = useClient();
  const path = avatarUrl ? objectPath(avatarUrl) : null;
  const { data: src } = useQuery(
    path === null
      ? { queryKey: peopleKeys.avatarUrl(''), queryFn: skipToken }
      : avatarUrlOptions(client, path),
  );
  return <Avatar {...rest} id={username && userId} src={src} />;
}
