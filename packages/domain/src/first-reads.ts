import { LIST_PAGE_SIZE } from './limits.ts';

/*
 * The first queries of pages. The app sends them through supabase-js; for visitors the function
 * page-preview runs them in advance, and the document contains the responses.
 */

/** The columns of a drop, its author and the viewer's own like and bookmark, for one request. */
export const DROP_COLUMNS = `
  id, user_id, title, audio_path, duration, filter_used, hashtags, privacy_level, waveform,
  counts(like_count, comment_count, play_count), created_at, edited_at,
  allows_voice_replies, is_muted, is_sensitive,
  author:profiles!voice_drops_user_id_fkey(username, avatar_url, allow_downloads),
  likes:voice_drop_likes(id), bookmarks(id)
` as const;

/** The public columns of a profile, for one request. */
export const PROFILE_COLUMNS =
  'user_id, username, bio, avatar_url, is_private, allow_downloads, created_at, counts:profile_counts(follower_count, following_count, like_count)';

/** A query builder that sorts, such as supabase-js'. */
export interface Sortable<Query> {
  order: (column: string, options: { ascending: boolean }) => Query;
  limit: (count: number) => Query;
}

/** A query builder that filters drops, such as supabase-js'. */
export interface Filterable<Query> {
  not: (column: string, operator: string, value: boolean) => Query;
  neq: (column: string, value: string) => Query;
}

/** Keeps the drops that lists show: none that the viewer has muted, and none that staff have taken out of lists. */
export const listed = <Query extends Filterable<Query>>(query: Query): Query =>
  query.not('is_muted', 'is', true).neq('audience', 'unlisted');

/** Requests a page of rows, newest first. */
export function newestFirst<Query extends Sortable<Query>>(query: Query): Query {
  return pageByTime(query, false);
}

/** Requests a page of rows, oldest first. */
export function oldestFirst<Query extends Sortable<Query>>(query: Query): Query {
  return pageByTime(query, true);
}

function pageByTime<Query extends Sortable<Query>>(query: Query, ascending: boolean): Query {
  return query.order('created_at', { ascending }).order('id', { ascending }).limit(LIST_PAGE_SIZE);
}
