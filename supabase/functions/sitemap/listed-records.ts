import { TableRead, type PublicRecords } from '../_shared/public-records.ts';

/** The newest public drops' ids, and when each was posted. */
export async function listDrops(
  records: PublicRecords,
  limit: number,
): Promise<{ id: string; createdAt: string }[]> {
  const { body } = await records.ask(
    new TableRead('voice_drops', 'id,created_at')
      .order('created_at', { ascending: false })
      .limit(limit),
  );
  return body.flatMap(({ id, created_at }) =>
    typeof id === 'string' && typeof created_at === 'string' ? [{ id, createdAt: created_at }] : [],
  );
}

/** The accounts that are not private and have posted something; whether they have a podcast feed. */
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
  const { body } = await records.ask({ table: 'profiles', query });
  return body.flatMap(({ username, allow_downloads }) =>
    typeof username === 'string' ? [{ username, hasFeed: allow_downloads === true }] : [],
  );
}
