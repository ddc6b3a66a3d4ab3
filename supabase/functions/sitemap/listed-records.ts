import { TableRead, type PublicRecords } from '../_shared/public-records.ts';
import { isRecord } from '../_shared/record.ts';

interface ListedDrop {
  id: string;
  createdAt: string;
  /** The hashtags whose podcast feeds contain the drop: none unless its owner allows downloads. */
  feedTags: readonly string[];
}

/** Lists the newest public drops. */
export async function listDrops(records: PublicRecords, limit: number): Promise<ListedDrop[]> {
  const columns =
    'id,created_at,hashtags,author:profiles!voice_drops_user_id_fkey(allow_downloads)';
  const { body } = await records.read(
    new TableRead('voice_drops', columns)
      .eq('audience', 'public')
      .is('is_sensitive', false)
      .order('created_at', { ascending: false })
      .limit(limit),
  );
  return body.flatMap(({ id, created_at, hashtags, author }) => {
    if (typeof id !== 'string' || typeof created_at !== 'string') return [];
    const isInFeeds = isRecord(author) && author.allow_downloads === true;
    const feedTags = isInFeeds && Array.isArray(hashtags) ? hashtags.map(String) : [];
    return [{ id, createdAt: created_at, feedTags }];
  });
}

/** Lists the most used hashtags, without those that an operator excludes from lists. */
export async function listTags(records: PublicRecords, limit: number): Promise<string[]> {
  const { body } = await records.read(
    new TableRead('hashtags', 'tag').order('drop_count', { ascending: false }).limit(limit),
  );
  return body.flatMap(({ tag }) => (typeof tag === 'string' ? [tag] : []));
}

/** Lists the public accounts that have posted something, and whether each has a podcast feed. */
export async function listPeople(
  records: PublicRecords,
  limit: number,
): Promise<{ username: string; hasFeed: boolean }[]> {
  const query = {
    select: 'username,allow_downloads,counts:profile_counts!inner(drop_count)',
    is_private: 'is.false',
    username: 'not.is.null',
    'counts.drop_count': 'gt.0',
    order: 'created_at.desc',
    limit: String(limit),
  };
  const { body } = await records.read({ table: 'profiles', query });
  return body.flatMap(({ username, allow_downloads }) =>
    typeof username === 'string' ? [{ username, hasFeed: allow_downloads === true }] : [],
  );
}
