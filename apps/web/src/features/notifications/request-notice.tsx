import { useState } from 'react';
import { FollowRequestsRow, useRequestCount } from '#features/people/follow-requests-row.tsx';
import { Card } from '#ui/card.tsx';

/** The requests to follow the account, above its notifications. Nothing while there is none. */
export function RequestNotice({ userId }: { userId: string }) {
  const count = useRequestCount(userId) ?? 0;
  const [open, setOpen] = useState(false);
  // The list stays open after the last request was answered.
  if (count === 0 && !open) return null;
  return (
    <section aria-label="Follow requests" className="mb-6">
      <Card>
        <FollowRequestsRow userId={userId} count={count} open={open} onOpenChange={setOpen} />
      </Card>
    </section>
  );
}
