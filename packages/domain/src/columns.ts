/* The columns that the app reads first, which the function `page-preview` reads ahead for it. */

/** The columns of a drop, its author and the viewer's own like and bookmark, for one request. */
export const DROP_COLUMNS = `
  id, user_id, title, audio_path, duration, filter_used, hashtags, privacy_level, waveform,
  like_count, comment_count, play_count, created_at,
  author:profiles!voice_drops_user_id_fkey(username, avatar_url, allow_downloads),
  likes:voice_drop_likes(id), bookmarks(id)
` as const;

/** The columns of a profile that everybody may read, for one request. */
export const PROFILE_COLUMNS =
  'user_id, username, bio, avatar_url, is_private, created_at, counts:profile_counts(follower_count, following_count, like_count)';
