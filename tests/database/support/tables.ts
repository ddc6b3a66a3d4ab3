/** The tables of the API whose rows belong to people. */
export const tablesOfPeople = [
  'blocks',
  'bookmarks',
  'followed_hashtags',
  'follows',
  'notifications',
  'profile_counts',
  'profiles',
  'reports',
  'voice_drop_comment_likes',
  'voice_drop_comments',
  'voice_drop_likes',
  'voice_drops',
] as const;
