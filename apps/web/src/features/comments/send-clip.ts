import { accessTokenOf } from '#features/clips/upload/access-token.ts';
import { insertWithClip } from '#features/clips/upload/insert-with-clip.ts';
import { unlessCancelled } from '#features/clips/upload/make-clip.ts';
import { PostError, postErrorOf } from '#features/clips/upload/post-error.ts';
import { reserveUploadPath } from '#features/clips/upload/upload-path.ts';
import type { ClipRecorderProps, ReadyClip } from '#features/clips/recorder/ready-clip.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { COMMENT_COLUMNS, commentFromRow, type Comment, type CommentRow } from './comment.ts';

/** What a comment by voice has besides its columns. */
export interface SentClip {
  clip: ReadyClip;
  options: Parameters<ClipRecorderProps['onSend']>[1];
}

/** The columns of a comment that is written. */
export interface CommentColumns {
  voice_drop_id: string;
  user_id: string;
  content: string;
  parent_comment_id: string | null;
}

/**
 * Writes a comment with a clip, once there is a network. An earlier attempt of which the response was lost is found,
 * also after a reload.
 *
 * @throws {PostError}
 */
export async function insertSpokenComment(
  client: SupabaseClient,
  columns: CommentColumns,
  sent: SentClip,
): Promise<Comment> {
  const { signal } = sent.options;
  for (;;) {
    await untilOnline(signal);
    try {
      return commentFromRow(await insertOnce(client, columns, sent));
    } catch (cause) {
      if (navigator.onLine || signal.aborted) throw postErrorOf(cause);
    }
  }
}

async function insertOnce(
  client: SupabaseClient,
  columns: CommentColumns,
  { clip, options }: SentClip,
): Promise<CommentRow> {
  const { takeId, audio, duration, waveform, filterId } = clip;
  const userId = columns.user_id;
  const file = { audio, duration, peaks: waveform };
  const accessToken = await unlessCancelled(accessTokenOf(client, userId), options.signal);
  const { path, sent } = await reserveUploadPath(
    client,
    { userId, takeId, filterId },
    file,
    (earlier) => readCommentOfAudio(client, earlier),
  );
  if (sent) return sent;
  const upload = { path, clip: file, accessToken };
  const row =
    (await insertWithClip(client, upload, options, (audioUrl) =>
      client
        .from('voice_drop_comments')
        .insert({ ...columns, audio_url: audioUrl, duration, waveform, filter_used: filterId })
        .select(COMMENT_COLUMNS)
        .single(),
    )) ?? (await readCommentOfAudio(client, path));
  if (!row) throw new PostError('save-failed');
  return row;
}

async function readCommentOfAudio(client: SupabaseClient, path: string) {
  const { data } = await client
    .from('voice_drop_comments')
    .select(COMMENT_COLUMNS)
    .eq('audio_path', path)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** Resolves when there is a network. @throws {PostError} when the signal aborts before */
function untilOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      if (signal.aborted) reject(new PostError('cancelled'));
      else if (navigator.onLine) resolve();
      else return;
      removeEventListener('online', settle);
      signal.removeEventListener('abort', settle);
    };
    addEventListener('online', settle);
    signal.addEventListener('abort', settle);
    settle();
  });
}
