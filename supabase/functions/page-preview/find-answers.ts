import { DROP_COLUMNS, PROFILE_COLUMNS } from '../../../packages/domain/src/columns.ts';
import { FEED_PAGE_SIZE } from '../../../packages/domain/src/limits.ts';
import type { Answer, PublicRecords } from '../_shared/public-records.ts';
import { knownPages } from './preview.ts';
import { readPagePath } from './page-path.ts';

/** As supabase-js writes them: without the white space. */
const dropColumns = DROP_COLUMNS.replaceAll(/\s/g, '');
const profileColumns = PROFILE_COLUMNS.replaceAll(/\s/g, '');

const newest = { order: 'created_at.desc,id.desc', limit: String(FEED_PAGE_SIZE) };

/**
 * What the API answers a visitor to the reads that a page begins with, so that it
 * need not ask. The reads are the app's own, word by word: it compares addresses.
 * Where there is nothing to see nothing is said, whatever the reason.
 *
 * @param path of the page, without its query and without a slash at its end
 * @throws when the records cannot be read
 */
export async function findAnswers(path: string, records: PublicRecords): Promise<Answer[]> {
  const answers = await readAnswers(path, records);
  return answers.filter(({ body }) => body.length > 0);
}

async function readAnswers(path: string, records: PublicRecords): Promise<Answer[]> {
  if (path === '/feed') {
    return [await records.ask('voice_drops', { select: dropColumns, ...newest })];
  }
  if (knownPages.has(path)) return [];
  const page = readPagePath(path);
  if (page.kind === 'voice-drop') {
    return [await records.ask('voice_drops', { select: dropColumns, id: `eq.${page.id}` })];
  }
  if (page.kind !== 'profile') return [];
  const profile = await records.ask('profiles', {
    select: profileColumns,
    handle: `eq.${page.username.toLowerCase()}`,
  });
  const [{ user_id: userId, is_private: isPrivate = true } = {}] = profile.body;
  if (typeof userId !== 'string' || isPrivate) return [profile];
  const drops = await records.ask('voice_drops', {
    select: dropColumns,
    user_id: `eq.${userId}`,
    ...newest,
  });
  return [profile, drops];
}
