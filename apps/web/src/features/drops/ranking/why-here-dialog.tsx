import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RANKING_HALF_LIFE_HOURS, RANKING_WEIGHTS } from '@undertone/domain/ranking';
import type { Drop } from '#features/drops/drop.ts';
import { useClient } from '#lib/app.ts';
import DialogPopup from '#ui/dialog-popup.tsx';
import { ListProblem } from '#ui/query-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { rankOptions } from './queries.ts';
import type { RankedList } from './ranked-list.ts';
import { halfCounted, rankingReason } from './reasons.ts';

interface WhyHereDialogProps {
  drop: Drop;
  list: RankedList;
  onClose: () => void;
}

const names: Record<RankedList, string> = { hot: 'Hot', trending: 'Trending' };

const halfLives: Record<RankedList, string> = {
  hot: `${RANKING_HALF_LIFE_HOURS.hot} hours`,
  trending: 'hour',
};

/** Says in words which numbers place a drop in a ranked list, and how. */
export function WhyHereDialog({ drop, list, onClose }: WhyHereDialogProps) {
  const rank = useQuery(rankOptions(useClient(), drop.id));
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
      <p>
        In {names[list]}, somebody who listens to the end counts {RANKING_WEIGHTS.listened}, a like
        or a bookmark {RANKING_WEIGHTS.liked}, a comment {RANKING_WEIGHTS.commented}. Every{' '}
        {halfLives[list]} that a voice drop is older, it needs twice as much for the same place.
        Nobody can pay for one.
      </p>
      <p>
        <Link to="/faqs" className="link">
          More in the FAQs
        </Link>
      </p>
    </DialogPopup>
  );
}

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
