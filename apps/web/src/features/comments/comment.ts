import type { Database, Json } from '@undertone/database-types/database';
import { personFromRow, type Person, type PersonRow } from '#features/people/person.ts';

/** Usernames by handles. */
export type Mentions = Readonly<Partial<Record<string, string>>>;

/** A comment on a drop, or a reply to one. */
export interface Comment {
  id: string;
  /** Id of the thread's first comment; undefined for that comment itself. */
  parentId: string | undefined;
  author: Person;
  content: string;
  /** The present usernames of the mentioned accounts, by the handles in the content. */
  mentions: Mentions;
  likeCount: number;
  /** Whether the viewer likes it; never for visitors. */
  isLiked: boolean;
  /** The database's ISO 8601 text with microseconds, which cursors need. Sorts as text. */
  createdAt: string;
  /** The key of the `NewComment` from which it was created, if that was in this tab. */
  key?: string;
}

/** A comment and the latest of its replies, oldest first. */
export interface Thread extends Comment {
  replies: readonly Comment[];
  /** Whether there may be earlier replies. */
  hasEarlierReplies: boolean;
}

/** The columns of a comment with its author and the viewer's own like. */
export const COMMENT_COLUMNS = `
  id, user_id, parent_comment_id, content, mentions, like_count, created_at,
  author:profiles!voice_drop_comments_user_id_fkey(username, avatar_url),
  likes:voice_drop_comment_likes(id)
` as const;

type VoiceDropComment = Database['public']['Tables']['voice_drop_comments']['Row'];

/** A row selected by COMMENT_COLUMNS. */
export interface CommentRow extends Omit<VoiceDropComment, 'voice_drop_id'> {
  author: PersonRow | null;
  likes: { id: string }[];
}

function mentionsFromJson(json: Json): Mentions {
  return Object.fromEntries(
    Object.entries(json ?? {}).filter((entry) => typeof entry[1] === 'string'),
  );
}

export function commentFromRow(row: CommentRow): Comment {
  return {
    id: row.id,
    parentId: row.parent_comment_id ?? undefined,
    author: personFromRow(row.user_id, row.author),
    content: row.content,
    mentions: mentionsFromJson(row.mentions),
    likeCount: row.like_count,
    isLiked: row.likes.length > 0,
    createdAt: row.created_at,
  };
}
