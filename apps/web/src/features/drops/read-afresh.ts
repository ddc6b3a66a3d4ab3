import type { Query, QueryClient } from '@tanstack/react-query';
import { peopleKeys } from '#features/people/queries.ts';
import { sessionKeys } from '#features/session/queries.ts';
import { dropKeys } from './queries.ts';

const [drops, pending] = dropKeys.pending();
const [session] = sessionKeys.all;
const [people, avatarUrl] = peopleKeys.avatarUrl('');

/** Reads everything again that may show a person, but the drops; what is not on the page, when it next is. */
export function readPeopleAfresh(queryClient: QueryClient): void {
  const mayShowPeople = ({ queryKey: [feature, what] }: Query) =>
    feature !== drops && feature !== session && !(feature === people && what === avatarUrl);
  void queryClient.invalidateQueries({ predicate: mayShowPeople });
}

/** Reads all drops and people again, lists from their beginning: for when others may be seen now. */
export function readAfresh(queryClient: QueryClient): void {
  void queryClient.resetQueries({
    // What is being posted is nowhere else to be read.
    predicate: ({ queryKey: [feature, what] }) => feature === drops && what !== pending,
  });
  readPeopleAfresh(queryClient);
}
