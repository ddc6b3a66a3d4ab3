import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Drop } from '#features/drops/drop.ts';
import { useClient } from '#lib/app.ts';
import DialogPopup from '#ui/dialog-popup.tsx';
import { ListProblem } from '#ui/query-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { placeOptions } from './queries.ts';
import type { RankedList } from './ranked-list.ts';
import { halfCounted, rankingReason, rankingRule } from './reasons.ts';

interface WhyHereDialogProps {
  drop: Drop;
  list: RankedList;
  onClose: () => void;
}

/** Explains in words which counts determine a drop's place in a ranked list. */
export function WhyHereDialog({ drop, list, onClose }: WhyHereDialogProps) {
  const place = useQuery(placeOptions(useClient(), drop.id));
  const { rank, readAt } = place.data ?? {};
  return (
    <DialogPopup
      open
      onOpenChange={onClose}
      title="Why is this here?"
      bodyClassName="space-y-3 text-ink-soft"
    >
      <div aria-live="polite" aria-busy={place.isPending} className="text-lg text-ink">
        {place.isPending && <Skeleton className="h-6 w-full" />}
        {place.isLoadingError && (
          <ListProblem compact query={place} failure="Failed to load the numbers" />
        )}
        {rank === null && 'This voice drop is no longer for everybody, and leaves the list.'}
        {rank && readAt && `${capitalised(rankingReason(rank, new Date(rank.posted_at), readAt))}.`}
      </div>
      {rank && halfCounted(rank) > 0 && (
        <p>People whose account is younger than a week count half.</p>
      )}
      <p>{rankingRule(list)} Nobody can pay for a place.</p>
      <p>
        <Link to="/faqs" className="link">
          More in the FAQs
        </Link>
      </p>
    </DialogPopup>
  );
}

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
