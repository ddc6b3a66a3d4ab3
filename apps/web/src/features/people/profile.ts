/** Somebody as their profile shows them. */
export interface Profile {
  userId: string;
  /** Undefined for someone who has chosen none. */
  username: string | undefined;
  bio: string | undefined;
  avatarUrl: string | undefined;
  createdAt: string;
  /** Only followers may hear the drops and see the numbers. */
  isPrivate: boolean;
  /** Whether the viewer follows them; never for visitors. */
  isFollowed: boolean;
  /** Whether the viewer has blocked them; never for visitors. */
  isBlocked: boolean;
  /** Undefined where the viewer may not see them. */
  counts: ProfileCounts | undefined;
}

interface ProfileCounts {
  followers: number;
  following: number;
  likes: number;
}

export { PROFILE_COLUMNS } from '@undertone/domain/first-reads';

/** Whether the viewer follows or blocks somebody. Only the viewer's own blocks can be read. */
export const RELATION_COLUMNS =
  'followed:follows!follows_following_id_fkey(id), blocked:blocks!blocks_blocked_id_fkey(id)';

/** What PROFILE_COLUMNS selects and, for those who are signed in, RELATION_COLUMNS. */
interface ProfileRow {
  user_id: string;
  username: string | null;
  bio: string | null;
  avatar_url: string | null;
  is_private: boolean;
  created_at: string;
  counts: { follower_count: number; following_count: number; like_count: number } | null;
  followed?: { id: string }[];
  blocked?: { id: string }[];
}

/** A row as a profile. */
export function profileFromRow(row: ProfileRow): Profile {
  return {
    userId: row.user_id,
    username: row.username ?? undefined,
    bio: row.bio ?? undefined,
    avatarUrl: row.avatar_url ?? undefined,
    createdAt: row.created_at,
    isPrivate: row.is_private,
    isFollowed: (row.followed?.length ?? 0) > 0,
    isBlocked: (row.blocked?.length ?? 0) > 0,
    counts: row.counts
      ? {
          followers: row.counts.follower_count,
          following: row.counts.following_count,
          likes: row.counts.like_count,
        }
      : undefined,
  };
}
