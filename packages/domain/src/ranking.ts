/**
 * How Hot and Trending order drops. The database computes the keys from its own tables
 * (`supabase/migrations/20261120001800_ranking.sql`), which an operator may change;
 * `tests/database/ranking.test.ts` holds what it begins with against these.
 */

/** What one account adds to a drop's score. An account younger than a week adds half. */
export const RANKING_WEIGHTS = { listened: 1, liked: 2, commented: 3, bookmarked: 2 } as const;

/** What counts in a drop's score. */
export type RankingTerm = keyof typeof RANKING_WEIGHTS;

/** In how many hours twice the score is needed for the same place. */
export const RANKING_HALF_LIFE_HOURS = { hot: 12, trending: 1 } as const;

/** Trending has drops of the last days only. */
export const TRENDING_DAYS = 2;
