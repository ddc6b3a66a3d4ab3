import { infiniteQueryOptions } from '@tanstack/react-query';
import { newestFirst } from '@undertone/domain/first-reads';
import { LIST_PAGE_SIZE } from '@undertone/domain/limits';
import { UNTITLED_DROP } from '@undertone/domain/title';
import { ANONYMOUS } from '#features/drops/drop.ts';
import {
  CLIP_COLUMNS,
  clipFromRow,
  type ClipRow,
  type CommentClip,
} from '#features/comments/comment.ts';
import { personFromRow, type Person, type PersonRow } from '#features/people/person.ts';
import { peopleKeys } from '#features/people/queries.ts';
import { cursorPage, olderThan, type Cursor, type CursorPage } from '#lib/cursor.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/** A person's comment or reply, with the drop it belongs to. */
export interface Reply {
  id: string;
  author: Person;
  content: string;
  clip: CommentClip | undefined;
  createdAt: string;
  /** The comment that it answers. */
  parentId: string | undefined;
  dropId: string;
  /** Undefined if the person can no longer see the drop, because of a block or its privacy. */
  drop: { title: string; author: string } | undefined;
}

interface ReplyRow extends ClipRow {
  id: string;
  user_id: string;
  author: PersonRow | null;
  content: string;
  created_at: string;
  parent_comment_id: string | null;
  voice_drop_id: string;
  /** Null for a drop that the person cannot see. */
  drop: { title: string | null; author: { username: string | null } } | null;
}

/** A person's comments and replies that the viewer can see, newest first. */
export function repliesOptions(client: SupabaseClient, userId: string) {
  return infiniteQueryOptions({
    queryKey: peopleKeys.repliesOf(userId),
    initialPageParam: undefined as Cursor | undefined,
    getNextPageParam: (page: CursorPage<Reply>) => page.next,
    queryFn: async ({ pageParam, signal }): Promise<CursorPage<Reply>> => {
      let query = client
        .from('voice_drop_comments')
        .select(
          `id, user_id, content, ${CLIP_COLUMNS}, created_at, parent_comment_id, voice_drop_id, author:profiles!voice_drop_comments_user_id_fkey(username, avatar_url), drop:voice_drops(title, author:profiles!voice_drops_user_id_fkey(username))`,
        )
        .eq('user_id', userId);
      if (pageParam) query = query.or(olderThan(pageParam));
      const { data } = await newestFirst(query)
        .abortSignal(signal)
        .overrideTypes<ReplyRow[], { merge: false }>()
        .throwOnError();
      return cursorPage(data, LIST_PAGE_SIZE, (row) => ({
        id: row.id,
        author: personFromRow(row.user_id, row.author),
        content: row.content,
        clip: clipFromRow(row),
        createdAt: row.created_at,
        parentId: row.parent_comment_id ?? undefined,
        dropId: row.voice_drop_id,
        drop: row.drop
          ? {
              title: row.drop.title ?? UNTITLED_DROP,
              author: row.drop.author.username ?? ANONYMOUS,
            }
          : undefined,
      }));
    },
  });
}
