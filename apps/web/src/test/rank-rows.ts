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

/** The rows of `ranking_weights`. */
export const rankingWeightRows = [
  { term: 'listened', weight: 1 },
  { term: 'liked', weight: 2 },
  { term: 'commented', weight: 3 },
  { term: 'bookmarked', weight: 2 },
];

/** The rows of `ranking_lists`. */
export const rankingListRows = [
  { list: 'hot', half_life_hours: 12 },
  { list: 'trending', half_life_hours: 1 },
];
