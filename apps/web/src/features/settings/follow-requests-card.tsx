import { useState } from 'react';
import { FollowRequestsRow, useRequestCount } from '#features/people/follow-requests-row.tsx';
import { SettingsCard } from './settings-card.tsx';

interface FollowRequestsCardProps {
  userId: string;
  /** Whether the account is private, as it is saved. */
  isPrivate: boolean;
}

/** The requests to follow a private account, and those that are left after it went public. */
export function FollowRequestsCard({ userId, isPrivate }: FollowRequestsCardProps) {
  const count = useRequestCount(userId);
  const [open, setOpen] = useState(false);
  if (count === undefined || (!isPrivate && count === 0 && !open)) return null;
  return (
    <SettingsCard title="Follow requests">
      <FollowRequestsRow userId={userId} count={count} open={open} onOpenChange={setOpen} />
    </SettingsCard>
  );
}
