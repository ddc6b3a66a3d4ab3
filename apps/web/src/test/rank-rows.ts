/** A row of `voice_drop_ranks` without reactions. @param key its place in both lists */
export function rankRow(id: string, key = 1_000, authorId = `author-of-${id}`) {
  return {
    voice_drop_id: id,
    user_id: authorId,
    posted_at: '2026-01-01T00:00:00+00:00',
    hot: key,
    trending: key,
    listened: 0,
    listened_new: 0,
    liked: 0,
    liked_new: 0,
    commented: 0,
    commented_new: 0,
    bookmarked: 0,
    bookmarked_new: 0,
  };
}
