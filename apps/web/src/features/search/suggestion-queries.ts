import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { UNTITLED } from '@undertone/domain/title';
import { peopleKeys } from '#features/people/queries.ts';
import type { NamedPerson } from '#features/people/person.ts';
import { containsPattern } from '#lib/filter-values.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

export interface SuggestedTag {
  /** Without the #. */
  tag: string;
  /** Its public drops. */
  dropCount: number;
}

export interface Suggestions {
  people: readonly NamedPerson[];
  tags: readonly SuggestedTag[];
}

/**
 * People and hashtags that begin with what is typed, in one request: people in alphabetical order, at
 * most six hashtags, the most used first.
 *
 * @param most people
 */
export function suggestionsOptions(client: SupabaseClient, typed: string, most: number) {
  return queryOptions({
    queryKey: [...peopleKeys.shown(), 'suggestions', typed, most],
    queryFn: async ({ signal }): Promise<Suggestions> => {
      const { data } = await client
        .rpc('search_suggestions', { typed, people_max: most })
        .abortSignal(signal)
        .throwOnError();
      return {
        people: data
          .filter(({ kind }) => kind === 'person')
          .map((row) => ({
            userId: row.user_id,
            username: row.name,
            avatarUrl: row.avatar_url ?? undefined,
          })),
        tags: data
          .filter(({ kind }) => kind === 'tag')
          .map((row) => ({ tag: row.name, dropCount: row.drop_count })),
      };
    },
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** A drop whose title has what is typed. */
export interface SuggestedDrop {
  id: string;
  title: string;
  author: string | undefined;
}

/** How many drops are suggested, and from how many letters on. */
const DROPS = 3;
const DROPS_FROM_LETTERS = 3;

/** The latest public drops whose titles have what is typed, which names neither a person nor a hashtag. */
export function suggestedDropsOptions(client: SupabaseClient, typed: string) {
  return queryOptions({
    queryKey: [...peopleKeys.shown(), 'suggested-drops', typed],
    queryFn: async ({ signal }): Promise<SuggestedDrop[]> => {
      const { data } = await client
        .from('voice_drops')
        .select(
          `id, title, author:profiles!voice_drops_user_id_fkey!inner(username, is_private), words:voice_drop_words!inner()`,
        )
        .is('author.is_private', false)
        .ilike('words.title', containsPattern(typed))
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(DROPS)
        .abortSignal(signal)
        .throwOnError();
      return data.map(({ id, title, author }) => ({
        id,
        title: title ?? UNTITLED,
        author: author.username ?? undefined,
      }));
    },
    enabled: typed.length >= DROPS_FROM_LETTERS && !/^[@#]/.test(typed),
    retry: false,
  });
}

/**
 * The suggestions that begin with words. Until their response arrives, these are the matching ones of an earlier response.
 *
 * @param words `@` before them asks for people alone, `#` for hashtags
 */
export function matchingSuggestions(
  words: string,
  suggestions: Suggestions | undefined,
): Suggestions {
  const bare = words.replace(/^[@#]/, '').toLowerCase();
  const begins = (name: string) => bare !== '' && name.toLowerCase().startsWith(bare);
  const { people = [], tags = [] } = suggestions ?? {};
  return {
    people: words.startsWith('#') ? [] : people.filter(({ username }) => begins(username)),
    tags: words.startsWith('@') ? [] : tags.filter(({ tag }) => begins(tag)),
  };
}
