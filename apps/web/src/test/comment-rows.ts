import type { CommentRow } from '#features/comments/comment.ts';

interface ThreadRow extends CommentRow {
  drop: { comment_count: number };
  replies: CommentRow[];
}

/** A row of voice_drop_comments by an author. */
export function commentRow(
  id: string,
  author: string | null,
  changes: Partial<CommentRow> = {},
): CommentRow {
  return {
    id,
    user_id: `id-of-${author}`,
    parent_comment_id: null,
    mentions: {},
    content: `Words ${id}`,
    audio_path: null,
    duration: null,
    waveform: null,
    filter_used: null,
    like_count: 0,
    created_at: '2026-01-01T00:00:00+00:00',
    author: { username: author, avatar_url: null },
    likes: [],
    ...changes,
  };
}

/** A row as the request for threads returns it. @param total the number of comments of the drop */
export function threadRow(
  comment: CommentRow,
  { replies = [], total = 2 }: { replies?: CommentRow[]; total?: number } = {},
): ThreadRow {
  return { ...comment, replies, drop: { comment_count: total } };
}
