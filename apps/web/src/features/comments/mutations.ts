import { mutationOptions } from '@tanstack/react-query';
import type { Person } from '#features/people/person.ts';
import { ensureWritten } from '#lib/backend-error.ts';
import type { App } from '#lib/app.ts';
import { removeFiles } from '#lib/remove-files.ts';
import { COMMENT_COLUMNS, commentFromRow, type Comment, type Thread } from './comment.ts';
import type { SentClip } from './send-clip.ts';
import { commentKeys } from './queries.ts';
import { addComment, patchComment, removeComment } from './thread-cache.ts';

/** A drop, and the function that changes the comment count on its cards. */
export interface CommentedDrop {
  id: string;
  /**
   * Changes the comment count wherever the drop is shown.
   *
   * @param written resolves when the own comments are written that the count includes: the server's
   *   counts may or may not include them until then, and are ignored
   */
  onCount: (count: (before: number) => number, written?: Promise<void>) => void;
}

/** A comment that is being sent. */
export interface NewComment {
  /** Identifies the comment until the database has assigned an id. */
  key: string;
  author: Person;
  content: string;
  /** The clip of a comment by voice. */
  spoken?: SentClip | undefined;
  /** The comment or reply that it answers. */
  replyTo: Comment | undefined;
}

/** What a deletion has to know of a comment, and of the replies that are deleted with it. */
export type DeletableComment = Pick<Comment, 'id' | 'parentId' | 'clip'> &
  Partial<Pick<Thread, 'replies'>>;

/** The key under which a local edit is pending while own comments on a drop are written or deleted. */
export const commentsEditKey = (dropId: string): string => `comments ${dropId}`;

/** The key of the local edit that adds or removes a comment. */
export const commentEditKey = ({ id }: Pick<Comment, 'id'>): string => `comment ${id}`;

/**
 * Writes a comment. The drop's count is raised at once, and lowered again if the request fails. The
 * server's counts are ignored during the request, since they may or may not include the comment.
 */
export function addCommentOptions({ client, queryClient, edits }: App, drop: CommentedDrop) {
  return mutationOptions({
    mutationKey: commentKeys.add(drop.id),
    // Serialised, so that comments are created in the order in which they were sent.
    scope: { id: commentsEditKey(drop.id) },
    mutationFn: async ({ author, content, spoken, replyTo }: NewComment): Promise<Comment> => {
      const columns = {
        voice_drop_id: drop.id,
        user_id: author.userId,
        content,
        parent_comment_id: replyTo?.id ?? null,
      };
      if (spoken) {
        const { insertSpokenComment } = await import('./send-clip.ts');
        return insertSpokenComment(client, columns, spoken);
      }
      const { data } = await client
        .from('voice_drop_comments')
        .insert(columns)
        .select(COMMENT_COLUMNS)
        .single()
        .throwOnError();
      return commentFromRow(data);
    },
    onMutate: () => {
      const end = edits.begin(commentsEditKey(drop.id));
      drop.onCount((count) => count + 1, edits.pending(commentsEditKey(drop.id)));
      return end;
    },
    onSuccess: (comment, { key }) => {
      edits.show(commentEditKey(comment), () =>
        addComment(queryClient, drop.id, { ...comment, key }),
      );
    },
    onError: () =>
      drop.onCount((count) => Math.max(0, count - 1), edits.pending(commentsEditKey(drop.id))),
    onSettled: (_comment, _error, _sent, end) => end?.(),
  });
}

/**
 * Deletes a comment and, with the first one of a thread, all replies; succeeds if the comment is gone
 * already. The server's counts are ignored during the request: they may exclude the comment already,
 * and it would be subtracted twice.
 */
export function deleteCommentOptions({ client, queryClient, edits }: App, drop: CommentedDrop) {
  return mutationOptions({
    mutationFn: async ({ id, clip }: DeletableComment) => {
      await client.from('voice_drop_comments').delete().eq('id', id).throwOnError();
      // Hosted Supabase leaves the file, and lets its author alone remove it.
      if (clip) void removeFiles(client, [clip.audioPath]);
    },
    onMutate: () => {
      const end = edits.begin(commentsEditKey(drop.id));
      drop.onCount((count) => count, edits.pending(commentsEditKey(drop.id)));
      return end;
    },
    onSuccess: (_data, comment) => {
      edits.show(commentEditKey(comment), () => removeComment(queryClient, drop.id, comment.id));
      const replies = comment.replies?.length ?? 0;
      const written = edits.pending(commentsEditKey(drop.id));
      drop.onCount((count) => Math.max(0, count - 1 - replies), written);
    },
    onSettled: (_data, _error, _comment, end) => end?.(),
  });
}

/** Likes or unlikes a comment. The change is shown at once, and undone if the request fails. */
export function likeComment(
  { client, queryClient, edits }: App,
  dropId: string,
  { id }: Comment,
  { userId, on }: { userId: string; on: boolean },
): Promise<boolean> {
  return edits.change(`like comment ${id}`, {
    from: !on,
    to: on,
    show: (isLiked) =>
      patchComment(queryClient, dropId, id, (comment) => {
        if (comment.isLiked === isLiked) return comment;
        const likeCount = Math.max(0, comment.likeCount + (isLiked ? 1 : -1));
        return { ...comment, isLiked, likeCount };
      }),
    write: (isLiked) => {
      const like = { comment_id: id, user_id: userId };
      const likes = client.from('voice_drop_comment_likes');
      return ensureWritten(isLiked ? likes.insert(like) : likes.delete().match(like));
    },
  });
}
