import type { RankingTerm } from '@undertone/domain/ranking';
import { relativeTime } from '@undertone/domain/relative-time';
import type { RankedList } from './ranked-list.ts';

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
 * Why a drop stands where it does, in words: “12 people listened to the end, 5 liked it, posted 6 hours ago”.
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
  return [...acts, `posted ${timeAgoInWords(postedAt, now)}`].join(', ');
}

/** How many of those whom `rankingReason` tells of count half. */
export const halfCounted = (counted: RankingTerms): number =>
  Math.max(...terms.map((term) => counted[`${term}_new`]));

/** By which rules the ranked lists are ordered, as the database has them. */
export interface RankingRules {
  /** What one account adds to a drop's score, by what it does (a `RankingTerm`). */
  weights: ReadonlyMap<string, number>;
  /** In how many hours twice the score is needed for the same place, by list. */
  halfLifeHours: ReadonlyMap<string, number>;
}

/** Hours in words that follow “every”: “hour”, “12 hours”, “30 minutes”, “1.5 hours”. */
function everyHours(hours: number): string {
  const [count, unit] = hours < 1 ? [Math.round(hours * 60), 'minute'] : [hours, 'hour'];
  return count === 1 ? unit : `${Number(count.toFixed(1))} ${unit}s`;
}

/** What counts how much in a ranked list, in words. */
export function rankingRule(list: RankedList, { weights, halfLifeHours }: RankingRules): string {
  const weight = (term: RankingTerm) => String(weights.get(term) ?? 0);
  const acts = `somebody who listens to the end counts ${weight('listened')}, a like ${weight('liked')}, a comment ${weight('commented')}, a bookmark ${weight('bookmarked')}`;
  const half = everyHours(halfLifeHours.get(list) ?? 0);
  return `In ${listNames[list]}, ${acts}. Every ${half} that a voice drop is older, it needs twice as much for the same place.`;
}
