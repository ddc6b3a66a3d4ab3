import type { RankingTerm } from '@undertone/domain/ranking';
import { relativeTimeAgo } from '@undertone/domain/relative-time';

/** How many accounts did something; `_new` those younger than a week, which count half. */
export type RankingTerms = Record<RankingTerm | `${RankingTerm}_new`, number>;

/** What people did, in the order in which it is told. */
const did: Record<RankingTerm, string> = {
  listened: 'listened to the end',
  liked: 'liked it',
  commented: 'commented',
  bookmarked: 'bookmarked it',
};

const terms = ['listened', 'liked', 'commented', 'bookmarked'] as const;

/**
 * Why a drop stands where it does, in words: “12 people listened to the end, 5 liked it, posted 6h ago”.
 *
 * @param counted of `voice_drop_ranks`
 */
export function rankingReason(counted: RankingTerms, postedAt: Date, now: Date): string {
  const acts = terms
    .map((term) => ({ people: counted[term] + counted[`${term}_new`], what: did[term] }))
    .filter(({ people }) => people > 0)
    .map(({ people, what }, index) => {
      const who = index > 0 ? '' : people === 1 ? ' person' : ' people';
      return `${people}${who} ${what}`;
    });
  return [...acts, `posted ${relativeTimeAgo(postedAt, now)}`].join(', ');
}

/** How many of those whom `rankingReason` tells of count half. */
export const halfCounted = (counted: RankingTerms): number =>
  Math.max(...terms.map((term) => counted[`${term}_new`]));
