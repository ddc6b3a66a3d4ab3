/**
 * How Hot and Trending order drops. The database orders them by its own copy of these numbers
 * (`private.ranking_constants` in `supabase/migrations`), which `tests/database/ranking.test.ts` compares
 * with these.
 */

/** How much one account adds to a drop's score by each act. An account younger than a week adds half. */
export const RANKING_WEIGHTS = { listened: 1, liked: 2, commented: 3, bookmarked: 2 } as const;

/** An act that counts in a drop's score. */
export type RankingTerm = keyof typeof RANKING_WEIGHTS;

/** How much accounts that were created from the same network within 24 hours add at most to a drop's score together. */
export const RANKING_NETWORK_LIMIT = 2;

/** Hours after which a drop needs twice the score for the same place. */
export const RANKING_HALF_LIFE_HOURS = { hot: 12, trending: 1 } as const;

/** Trending has drops of the last days only. */
export const TRENDING_DAYS = 2;
