import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useId, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useClient } from '#lib/app.ts';
import { useDebounced } from '#lib/use-debounced.ts';
import { usernameHandle } from '@undertone/domain/username';
import { personFromRow, type NamedPerson, type Person } from '#features/people/person.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { begunMention } from './mention.ts';
import { commentKeys } from './queries.ts';

/** Pause after the last keystroke before people are searched. */
const SEARCH_DELAY_MS = 200;

/** How many people are suggested for a mention. */
const MENTION_SUGGESTIONS = 5;

/**
 * A few people whose usernames start with a prefix, for mentions. Private accounts and people blocked by
 * the viewer are excluded: profiles of the latter stay readable, but their `profile_counts`, which are
 * joined, do not.
 */
function mentionableOptions(client: SupabaseClient, prefix: string) {
  const handle = usernameHandle(prefix);
  return queryOptions({
    queryKey: commentKeys.mentionable(handle),
    queryFn: async ({ signal }): Promise<Person[]> => {
      const { data } = await client
        .from('profiles')
        .select('user_id, username, avatar_url, counts:profile_counts!inner()')
        // A range, which the index serves below policies, unlike a pattern. '~' comes after every
        // character that a handle has.
        .gte('handle', handle)
        .lt('handle', `${handle}~`)
        .eq('is_private', false)
        .order('handle')
        .limit(MENTION_SUGGESTIONS)
        .abortSignal(signal)
        .throwOnError();
      return data.map((row) => personFromRow(row.user_id, row));
    },
    retry: false,
  });
}

/**
 * The list of people who match the mention being typed, with its keyboard control and its attributes.
 * Closed while no mention is being typed, when no one matches, and after Escape.
 *
 * @param choose completes the mention before the caret
 */
export function useMentions(text: string, caret: number, choose: (username: string) => void) {
  const client = useClient();
  const listId = useId();
  const begun = begunMention(text, caret);
  const debounced = useDebounced(begun, SEARCH_DELAY_MS);
  const [dismissed, setDismissed] = useState<string>();
  const [position, setPosition] = useState({ begun, active: 0 });

  const { data } = useQuery({
    ...mentionableOptions(client, debounced ?? ''),
    ...(debounced === undefined && { queryFn: skipToken }),
  });
  const people = (data ?? []).filter(
    (person): person is NamedPerson => person.username !== undefined,
  );
  const isOpen =
    begun !== undefined && begun === debounced && begun !== dismissed && people.length > 0;
  const active = position.begun === begun ? Math.min(position.active, people.length - 1) : 0;
  const optionId = (index: number) => `${listId}-${index}`;

  /** Handles a key that the list uses. @returns whether the key was handled */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!isOpen) return false;
    const move = (by: number) =>
      setPosition({ begun, active: (active + by + people.length) % people.length });
    const person = people[active];
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if ((event.key === 'Enter' || event.key === 'Tab') && person) choose(person.username);
    else if (event.key === 'Escape') setDismissed(begun);
    else return false;
    return true;
  };

  return {
    isOpen,
    people,
    onKeyDown,
    // The attributes of a combobox without its role, which is for single-line inputs.
    textProps: {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': isOpen ? optionId(active) : undefined,
    },
    listProps: { id: listId, role: 'listbox', 'aria-label': 'People to mention' },
    optionProps: (index: number, { username }: NamedPerson) => ({
      id: optionId(index),
      role: 'option',
      'aria-selected': index === active,
      // Keeps the focus in the text box.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onClick: () => choose(username),
    }),
  } as const;
}

export type Mentions = ReturnType<typeof useMentions>;
