import { skipToken, useQuery } from '@tanstack/react-query';
import { objectPath } from '@undertone/domain/object-path';
import { type ComponentProps } from 'react';
import { useClient } from '#lib/app.ts';
import { Avatar } from '#ui/avatar.tsx';
import { avatarUrlOptions, peopleKeys } from './queries.ts';

type PersonAvatarProps = Omit<ComponentProps<typeof Avatar>, 'src'> & {
  /** As the profile has it: the image's canonical URL, which nobody can load without a token. */
  avatarUrl: string | null | undefined;
};

/** Someone's picture, loaded from the storage; their initials until it is there, and when it is not. */
export function PersonAvatar({ avatarUrl, ...rest }: PersonAvatarProps) {
  const client = useClient();
  const path = avatarUrl ? objectPath(avatarUrl) : null;
  const { data: src } = useQuery(
    path === null
      ? { queryKey: peopleKeys.avatarUrl(''), queryFn: skipToken }
      : avatarUrlOptions(client, path),
  );
  return <Avatar {...rest} src={src} />;
}
