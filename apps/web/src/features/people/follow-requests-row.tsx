import { useQuery } from '@tanstack/react-query';
import { countLabel } from '@undertone/domain/number-labels';
import { useClient } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FollowRequests } from './follow-requests.tsx';
import { requestCountOptions } from './request-queries.ts';

interface FollowRequestsRowProps {
  userId: string;
  count: number;
  /** Whether the list is open. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** How many people ask to follow an account, with a button that opens the list. */
export function FollowRequestsRow(props: FollowRequestsRowProps) {
  const { userId, count, open, onOpenChange } = props;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="grow basis-56 text-[0.9375rem] text-ink-soft">
        {count === 0
          ? 'No one asks to follow you.'
          : `${countLabel(count)} ${count === 1 ? 'person asks' : 'people ask'} to follow you.`}
      </p>
      <Button variant="secondary" disabled={count === 0} onClick={() => onOpenChange(true)}>
        Review requests
      </Button>
      <Dialog open={open} onOpenChange={onOpenChange} title="Follow requests">
        <FollowRequests userId={userId} />
      </Dialog>
    </div>
  );
}

/** The number of requests to follow an account; undefined until it is known. */
export const useRequestCount = (userId: string): number | undefined =>
  useQuery(requestCountOptions(useClient(), userId)).data;
