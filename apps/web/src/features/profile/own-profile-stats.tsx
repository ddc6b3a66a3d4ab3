import { useQuery } from '@tanstack/react-query';
import { ProfileStats } from './profile-stats.tsx';
import { profileOptions } from './queries.ts';

/** One's own numbers. */
export function OwnProfileStats({ userId }: { userId: string }) {
  const { data: profile, isPending } = useQuery(profileOptions(userId));
  return <ProfileStats userId={userId} numbers={profile?.counts} pending={isPending} />;
}
