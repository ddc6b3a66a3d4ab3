import type { ComponentProps } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { PersonAvatar } from './person-avatar.tsx';

/** The signed-in person's picture. */
export function OwnAvatar(props: Omit<ComponentProps<typeof PersonAvatar>, 'person'>) {
  const { user, username, profile } = useSession();
  const person = { userId: user?.id, username, avatarUrl: profile?.avatarUrl };
  return <PersonAvatar {...props} person={person} />;
}
