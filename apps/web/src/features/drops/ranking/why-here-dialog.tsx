import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Drop } from '#features/drops/drop.ts';
import { useClient } from '#lib/app.ts';
import DialogPopup from '#ui/dialog-popup.tsx';
import { ListProblem } from '#ui/query-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { rankingRulesOptions, rankOptions } from './queries.ts';
import type { RankedList } from './ranked-list.ts';
import { halfCounted, rankingReason, rankingRule } from './reasons.ts';

interface WhyHereDialogProps {
  drop: Drop;
  list: RankedList;
  onClose: () => void;
}

/** Says in words which numbers place a drop in a ranked list, and how. */
export function WhyHereDialog({ drop, list, onClose }: WhyHereDialogProps) {
  const client = useClient();
  const rank = useQuery(rankOptions(client, drop.id));
  const rules = useQuery(rankingRulesOptions(client));
  return (
    <DialogPopup
      open
      onOpenChange={onClose}
      title="Why is this here?"
      bodyClassName="space-y-3 text-ink-soft"
    >
      <div aria-live="polite" aria-busy={rank.isPending} className="text-lg text-ink">
        {rank.isPending && <Skeleton className="h-6 w-full" />}
        {rank.isLoadingError && (
          <ListProblem compact query={rank} failure="Failed to load the numbers" />
        )}
        {rank.data === null && 'This voice drop is no longer for everybody, and leaves the list.'}
        {rank.data &&
          `${capitalised(rankingReason(rank.data, new Date(rank.data.posted_at), rank.data.readAt))}.`}
      </div>
      {rank.data && halfCounted(rank.data) > 0 && (
        <p>People whose account is younger than a week count half.</p>
      )}
      {rules.isPending && <Skeleton className="h-18 w-full" />}
      {rules.data && <p>{rankingRule(list, rules.data)} Nobody can pay for one.</p>}
      <p>
        <Link to="/faqs" className="link">
          More in the FAQs
        </Link>
      </p>
    </DialogPopup>
  );
}

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
