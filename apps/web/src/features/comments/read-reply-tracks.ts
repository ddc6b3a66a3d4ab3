import { UNTITLED } from '@undertone/domain/title';
import { personFromRow } from '#features/people/person.ts';
import type { Track } from '#features/player/track.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { CLIP_COLUMNS, clipFromRow } from './comment.ts';
import { tracksOfComments } from './comment-track.ts';

/** Reads the clips of comments by their ids, in any order, without those that the listener may not play. */
export async function readReplyTracks(
  client: SupabaseClient,
  ids: readonly string[],
): Promise<Track[]> {
  const { data } = await client
    .from('voice_drop_comments')
    .select(
      `id, user_id, voice_drop_id, ${CLIP_COLUMNS}, author:profiles!voice_drop_comments_user_id_fkey(username, avatar_url), drop:voice_drops(title)`,
    )
    .in('id', [...ids])
    .throwOnError();
  return data.flatMap((row) => {
    const comment = {
      id: row.id,
      author: personFromRow(row.user_id, row.author),
      clip: clipFromRow(row),
    };
    return tracksOfComments([comment], {
      id: row.voice_drop_id,
      title: row.drop?.title ?? UNTITLED,
    });
  });
}
