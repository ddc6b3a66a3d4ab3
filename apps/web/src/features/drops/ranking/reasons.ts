import {
  RANKING_NETWORK_LIMIT,
  RANKING_HALF_LIFE_HOURS,
  RANKING_WEIGHTS,
  type RankingTerm,
} from '@undertone/domain/ranking';
import { relativeTime } from '@undertone/domain/relative-time';
import type { RankedList } from './ranked-list.ts';

/** How many accounts did something; `_new` those younger than a week, which count half. */
export type RankingTerms = Record<RankingTerm | `${RankingTerm}_new`, number>;

/** The words for each kind of act. */
const did: Record<RankingTerm, string> = {
  listened: 'listened to the end',
  liked: 'liked it',
  commented: 'commented',
  bookmarked: 'bookmarked it',
};

const terms = ['listened', 'liked', 'commented', 'bookmarked'] as const;

const listNames: Record<RankedList, string> = { hot: 'Hot', trending: 'Trending' };

/** By the letters of `relativeTime`. */
const units: Readonly<Record<string, string>> = { s: 'second', m: 'minute', h: 'hour', d: 'day' };

/** `relativeTime` in words, e.g. “6 hours ago”. */
function timeAgoInWords(moment: Date, now: Date): string {
  const short = relativeTime(moment, now);
  const count = Number.parseInt(short, 10);
  return `${count} ${units[short.slice(-1)] ?? ''}${count === 1 ? '' : 's'} ago`;
}

/**
 * Returns the reason for a drop's place in words: “12 people listened to the end, 5 liked it, posted 6 hours ago”.
 *
 * @param counted a row of `voice_drop_ranks`
 */
export function rankingReason(counted: RankingTerms, postedAt: Date, now: Date): string {
  const acts = terms
    .map((term) => ({ people: counted[term] + counted[`${term}_new`], what: did[term] }))
    .filter(({ people }) => people > 0)
    .map(({ people, what }, index) => {
      const who = index > 0 ? '' : people === 1 ? ' person' : ' people';
      return `${people}${who} ${what}`;
    });
  return [...acts, `posted ${timeAgoInWords(postedAt, now)}`].join(', ');
}

/** How many of the people in `rankingReason` count half. */
export const halfCounted = (counted: RankingTerms): number =>
  Math.max(...terms.map((term) => counted[`${term}_new`]));

/** A sentence about the weights and the half-life of a ranked list. */
export function rankingRule(list: RankedList): string {
  const { listened, liked, commented, bookmarked } = RANKING_WEIGHTS;
  const hours: number = RANKING_HALF_LIFE_HOURS[list];
  return `In ${listNames[list]}, somebody who listens to the end counts ${listened}, a like ${liked}, a comment ${commented}, a bookmark ${bookmarked}; accounts that were created from one network within a day add at most ${RANKING_NETWORK_LIMIT} together. Every ${hours === 1 ? 'hour' : `${hours} hours`} that a voice drop is older, it needs twice as much for the same place.`;
}
