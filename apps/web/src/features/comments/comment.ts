import type { Database, Json } from '@undertone/database-types/database';
import { personFromRow, type Person, type PersonRow } from '#features/people/person.ts';

/** Usernames by handles. */
export type Mentions = Readonly<Partial<Record<string, string>>>;

/** The recording of a comment. */
export interface CommentClip {
  /** Path of the audio in the bucket. */
  audioPath: string;
  /** Length in seconds. */
  duration: number;
  /** Id of the voice filter. */
  filter: string;
  /** Peaks from 0 to 100. */
  waveform: readonly number[];
}

/** A comment on a drop, or a reply to one. */
export interface Comment {
  id: string;
  /** Id of the thread's first comment; undefined for that comment itself. */
  parentId: string | undefined;
  author: Person;
  /** Empty for a clip without words. */
  content: string;
  clip: CommentClip | undefined;
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

/** The columns of a comment's clip. */
export const CLIP_COLUMNS = 'audio_path, duration, waveform, filter_used';

/** The comments of a thread, in their order. */
export const commentsOf = (thread: Thread): Comment[] => [thread, ...thread.replies];

/** The columns of a comment with its author and the viewer's own like. */
export const COMMENT_COLUMNS = `
  id, user_id, parent_comment_id, content, ${CLIP_COLUMNS}, mentions, like_count, created_at,
  author:profiles!voice_drop_comments_user_id_fkey(username, avatar_url),
  likes:voice_drop_comment_likes(id)
` as const;

type VoiceDropComment = Database['public']['Tables']['voice_drop_comments']['Row'];

/** A row selected by COMMENT_COLUMNS. */
export interface CommentRow extends Omit<
  VoiceDropComment,
  'voice_drop_id' | 'audio_url' | 'moderation'
> {
  author: PersonRow | null;
  likes: { id: string }[];
}

function mentionsFromJson(json: Json): Mentions {
  return Object.fromEntries(
    Object.entries(json ?? {}).filter((entry) => typeof entry[1] === 'string'),
  );
}

/** The columns of a clip, which are null without one. */
export type ClipRow = Pick<
  VoiceDropComment,
  'audio_path' | 'duration' | 'waveform' | 'filter_used'
>;

export function clipFromRow(row: ClipRow): CommentClip | undefined {
  const { audio_path: audioPath, duration, waveform, filter_used: filter } = row;
  return audioPath !== null && duration !== null && waveform && filter !== null
    ? { audioPath, duration, filter, waveform }
    : undefined;
}

export function commentFromRow(row: CommentRow): Comment {
  return {
    id: row.id,
    parentId: row.parent_comment_id ?? undefined,
    author: personFromRow(row.user_id, row.author),
    content: row.content,
    clip: clipFromRow(row),
    mentions: mentionsFromJson(row.mentions),
    likeCount: row.like_count,
    isLiked: row.likes.length > 0,
    createdAt: row.created_at,
  };
}
