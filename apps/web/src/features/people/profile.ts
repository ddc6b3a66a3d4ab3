import type { Database } from '@undertone/database-types/database';
import { followingFromRow, type Following } from './following.ts';
import { personFromRow, type Person } from './person.ts';

/** A person's profile as the viewer may see it. */
export interface Profile extends Person {
  bio: string | undefined;
  createdAt: string;
  /** Whether only followers may play the drops and see the counts. */
  isPrivate: boolean;
  allowsDownloads: boolean;
  /** Whether people can send it anonymous messages; false for visitors, whose profiles do not include it. */
  allowsAnonymous: boolean;
  /** `none` for visitors. */
  following: Following;
  /** Whether the viewer has blocked this person; false for visitors. */
  isBlocked: boolean;
  /** Undefined where the viewer may not see the counts. */
  counts: ProfileCounts | undefined;
}

interface ProfileCounts {
  followers: number;
  following: number;
  likes: number;
}

/**
 * Selects what only signed-in viewers read: whether the account allows anonymous messages, and whether the viewer follows, has asked to follow, or blocks a person. Only the viewer's own blocks
 * are readable, and own requests except on the viewer's own profile.
 */
export const RELATION_COLUMNS =
  'allow_anonymous, followed:follows!follows_following_id_fkey(id), requested:follow_requests!follow_requests_account_id_fkey(id), blocked:blocks!blocks_blocked_id_fkey(id)';

/** A row selected by PROFILE_COLUMNS and, for signed-in viewers, RELATION_COLUMNS. */
export interface ProfileRow extends Pick<
  Database['public']['Tables']['profiles']['Row'],
  'user_id' | 'username' | 'bio' | 'avatar_url' | 'is_private' | 'allow_downloads' | 'created_at'
> {
  counts: { follower_count: number; following_count: number; like_count: number } | null;
  allow_anonymous?: boolean;
  followed?: { id: string }[];
  requested?: { id: string }[];
  blocked?: { id: string }[];
}

export function profileFromRow(row: ProfileRow): Profile {
  return {
    ...personFromRow(row.user_id, row),
    bio: row.bio ?? undefined,
    createdAt: row.created_at,
    isPrivate: row.is_private,
    allowsDownloads: row.allow_downloads,
    allowsAnonymous: row.allow_anonymous ?? false,
    following: followingFromRow(row),
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
