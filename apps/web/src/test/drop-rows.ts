import type { CountsRow, DropRow } from '#features/drops/drop.ts';

/** A row of voice_drops as the feed's request returns it. */
export function dropRow(
  id: string,
  {
    like_count = 0,
    comment_count = 0,
    play_count = 0,
    ...changes
  }: Partial<DropRow & CountsRow> = {},
): DropRow {
  return {
    id,
    user_id: 'id-of-noor',
    title: `Title ${id}`,
    audio_path: `id-of-noor/${id}.wav`,
    duration: 65,
    filter_used: 'chipmunk',
    hashtags: [],
    privacy_level: 'public',
    waveform: Array.from({ length: 100 }, (_, index) => index),
    counts: { like_count, comment_count, play_count },
    created_at: '2026-01-01T00:00:00+00:00',
    edited_at: null,
    allows_voice_replies: true,
    is_sensitive: false,
    author: { username: 'noor', avatar_url: null, allow_downloads: false },
    likes: [],
    bookmarks: [],
    ...changes,
  };
}
