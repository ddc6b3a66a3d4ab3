import type { Query, QueryClient } from '@tanstack/react-query';
import { peopleKeys } from '#features/people/queries.ts';
import { sessionKeys } from '#features/session/queries.ts';
import { dropKeys } from './queries.ts';

const [drops] = dropKeys.all;
const [session] = sessionKeys.all;
const [people, avatarUrl] = peopleKeys.avatarUrl('');

/** Reads everything again that may show a person, but the drops; what is not on the page, when it next is. */
export function readPeopleAfresh(queryClient: QueryClient): void {
  const mayShowPeople = ({ queryKey: [feature, what] }: Query) =>
    feature !== drops && feature !== session && !(feature === people && what === avatarUrl);
  void queryClient.invalidateQueries({ predicate: mayShowPeople });
}
