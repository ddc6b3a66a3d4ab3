import type { Random } from './random.ts';

/** Tables and their embeds, of which some are not exposed or ambiguous. */
const embeds: Readonly<Record<string, readonly [embed: string, table: string][]>> = {
  voice_drops: [
    ['profiles!voice_drops_user_id_fkey', 'profiles'],
    ['voice_drop_comments', 'voice_drop_comments'],
    ['voice_drop_likes', 'voice_drop_likes'],
    ['bookmarks', 'bookmarks'],
  ],
  profiles: [
    ['voice_drops!voice_drops_user_id_fkey', 'voice_drops'],
    ['voice_drops', 'voice_drops'],
    ['follows!follows_follower_id_fkey', 'follows'],
    ['notifications!notifications_recipient_id_fkey', 'notifications'],
  ],
  voice_drop_comments: [
    ['profiles', 'profiles'],
    ['voice_drops!inner', 'voice_drops'],
    ['voice_drop_comments!parent_comment_id', 'voice_drop_comments'],
  ],
  voice_drop_likes: [['voice_drops', 'voice_drops']],
  bookmarks: [['voice_drops!inner', 'voice_drops']],
  follows: [['profiles!follows_following_id_fkey', 'profiles']],
  notifications: [['voice_drops', 'voice_drops']],
};

/** A `select` for a table with nested embeds, some beyond the limits of number and depth. */
export function nestedEmbeds(table: string, random: Random, depth = 1 + random.below(8)): string {
  const columns = random.pick(['*', 'id', 'id,id', 'created_at', '', 'a:id,b:id::text']);
  const known = embeds[table] ?? [];
  if (depth === 0 || known.length === 0) return columns;
  // Only the innermost level has several embeds, so that the whole fits into a request's address.
  const items = Array.from({ length: depth > 3 ? 1 : 1 + random.below(3) }, (_, at) => {
    const [embed, target] = random.pick(known);
    const alias = random.chance(0.7) ? `e${at}:` : '';
    return `${alias}${embed}(${nestedEmbeds(target, random, depth - 1)})`;
  });
  return [...(columns ? [columns] : []), ...items].join();
}

export const nestedTables = Object.keys(embeds);
