import { DROP_COLUMNS, listed, type Filterable } from './first-reads.ts';

/** The views of the words and hashtags of drops: of those that everyone sees, and of the others that the viewer sees. */
export type WordsView = 'voice_drop_words' | 'nonpublic_drop_words';

/** A drop's columns, and its author joined once more to filter by private accounts. */
export const FOUND_COLUMNS =
  `${DROP_COLUMNS}, account:profiles!voice_drops_user_id_fkey!inner()` as const;

/** The columns of drops that are found by their words or hashtags. */
export const foundIn = (view: WordsView) => `${FOUND_COLUMNS}, words:${view}!inner()`;

/** A query builder that filters, such as supabase-js'. */
interface Findable<Query> extends Filterable<Query> {
  is: (column: string, value: boolean) => Query;
}

/** Keeps the drops that a search may find: none of private accounts, even for their followers, and none of the viewer's own private ones. */
export function findable<Query extends Findable<Query>>(query: Query): Query {
  return listed(query).is('account.is_private', false).neq('privacy_level', 'private');
}
