import { DROP_COLUMNS, PROFILE_COLUMNS } from '../../../packages/domain/src/columns.ts';
import { FEED_PAGE_SIZE } from '../../../packages/domain/src/limits.ts';
import { objectPath } from '../../../packages/domain/src/object-path.ts';
import { AVATAR_URL_SECONDS } from '../../../packages/domain/src/signed-urls.ts';
import type { Answer, PublicRecords } from '../_shared/public-records.ts';
import { isRecord, type UnknownRecord } from '../_shared/record.ts';
import { knownPage } from './preview.ts';
import { readPagePath } from '../_shared/page-path.ts';

/** As supabase-js writes them: without the white space. */
const dropColumns = DROP_COLUMNS.replaceAll(/\s/g, '');
const profileColumns = PROFILE_COLUMNS.replaceAll(/\s/g, '');

const newest = { order: 'created_at.desc,id.desc', limit: String(FEED_PAGE_SIZE) };

/**
 * What the API answers a visitor to the questions that a page begins with, so that it need not
 * ask: what it reads, and the addresses under which its pictures load. The questions are the
 * app's own, word by word: it compares addresses, and what is posted.
 * Where there is nothing to see nothing is said, whatever the reason.
 *
 * @param path of the page, without its query and without a slash at its end
 * @throws when the records cannot be read
 */
export async function findAnswers(path: string, records: PublicRecords): Promise<Answer[]> {
  const answers = await readAnswers(path, records);
  return answers.filter(({ body, count }) => body.length > 0 || count !== undefined);
}

/** The pictures among what was signed: where the page's `<img>` will look for them on the API. */
export function signedImages(answers: readonly Answer[]): string[] {
  return answers.flatMap(({ body }) =>
    body.flatMap(({ signedURL }) =>
      typeof signedURL === 'string' ? [encodeURI(`/storage/v1${signedURL}`)] : [],
    ),
  );
}

async function readAnswers(path: string, records: PublicRecords): Promise<Answer[]> {
  const known = knownPage(path);
  if (known?.canonical === '/feed') {
    return [await records.ask('voice_drops', { select: dropColumns, ...newest })];
  }
  if (known) return [];
  const page = readPagePath(path);
  if (page.kind === 'voice-drop') return readDrop(page.id, records);
  return page.kind === 'profile' ? readProfile(page.username, records) : [];
}

async function readDrop(id: string, records: PublicRecords): Promise<Answer[]> {
  const drop = await records.ask('voice_drops', { select: dropColumns, id: `eq.${id}` });
  const [{ author } = {}] = drop.body;
  return [drop, ...(isRecord(author) ? await signAvatar(author, records) : [])];
}

async function readProfile(username: string, records: PublicRecords): Promise<Answer[]> {
  const profile = await records.ask('profiles', {
    select: profileColumns,
    handle: `eq.${username.toLowerCase()}`,
  });
  const [row] = profile.body;
  if (!row) return [];
  const [avatar, drops] = await Promise.all([signAvatar(row, records), readDropsOf(row, records)]);
  return [profile, ...avatar, ...drops];
}

/** Someone's newest public drops, and how many there are; nothing of a private account. */
async function readDropsOf(
  { user_id: userId, is_private: isPrivate }: UnknownRecord,
  records: PublicRecords,
): Promise<Answer[]> {
  if (typeof userId !== 'string' || isPrivate !== false) return [];
  const theirs = { user_id: `eq.${userId}` };
  return Promise.all([
    records.ask('voice_drops', { select: dropColumns, ...theirs, ...newest }),
    records.count('voice_drops', { select: 'id', ...theirs }),
  ]);
}

async function signAvatar(
  { avatar_url: url }: UnknownRecord,
  records: PublicRecords,
): Promise<Answer[]> {
  const path = typeof url === 'string' ? objectPath(url) : null;
  return path === null ? [] : [await records.sign([path], AVATAR_URL_SECONDS)];
}
