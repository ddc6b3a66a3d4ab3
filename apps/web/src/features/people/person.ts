import type { Database } from '@undertone/database-types/database';

/** A user as lists, cards and comments show them. */
export interface Person {
  userId: string;
  /** Undefined for a user without a username. */
  username: string | undefined;
  avatarUrl: string | undefined;
}

/** A person with a username. */
export interface NamedPerson extends Person {
  username: string;
}

/** The columns of a person that rows of other tables embed. */
export type PersonRow = Pick<
  Database['public']['Tables']['profiles']['Row'],
  'username' | 'avatar_url'
>;

/** @param profile null where the viewer may not see the user */
export function personFromRow(userId: string, profile: PersonRow | null): Person {
  return {
    userId,
    username: profile?.username ?? undefined,
    avatarUrl: profile?.avatar_url ?? undefined,
  };
}
