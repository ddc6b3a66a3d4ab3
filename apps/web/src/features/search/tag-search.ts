import { searchParams } from '#lib/search-params.ts';

const ORDERS = ['newest', 'hottest'] as const;

/** The order of a hashtag's drops. */
export type TagOrder = (typeof ORDERS)[number];

/** Validates the search parameters of a hashtag's page. */
export const readTagParams = searchParams({ order: ORDERS });
