import { DROP_COLUMNS } from './first-reads.ts';

/** The views of the words and hashtags of drops: of those that everyone sees, and of the others that the viewer sees. */
export type WordsView = 'voice_drop_words' | 'nonpublic_drop_words';

/** A drop's columns, and its author joined once more to filter by private accounts. */
export const FOUND_COLUMNS =
  `${DROP_COLUMNS}, account:profiles!voice_drops_user_id_fkey!inner()` as const;

/** The columns of drops that are found by their words or hashtags. */
export const foundIn = (view: WordsView) => `${FOUND_COLUMNS}, words:${view}!inner()`;

/** A query builder that filters, such as supabase-js'. */
interface Filterable<Query> {
  not: (column: string, operator: string, value: boolean) => Query;
  is: (column: string, value: boolean) => Query;
  neq: (column: string, value: string) => Query;
}

/** Keeps the drops that a search may find: none of private accounts, even for their followers, and none of the viewer's own private ones. */
export function findable<Query extends Filterable<Query>>(query: Query): Query {
  return query
    .not('is_muted', 'is', true)
    .is('account.is_private', false)
    .neq('privacy_level', 'private');
}
