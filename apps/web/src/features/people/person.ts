/** A user as lists, cards and comments show them. */
export interface Person {
  userId: string;
  /** Undefined for a user without a username. */
  username: string | undefined;
  avatarUrl: string | undefined;
}

/** @param profile null where the viewer may not see the user */
export function personFromRow(
  userId: string,
  profile: { username: string | null; avatar_url: string | null } | null,
): Person {
  return {
    userId,
    username: profile?.username ?? undefined,
    avatarUrl: profile?.avatar_url ?? undefined,
  };
}
