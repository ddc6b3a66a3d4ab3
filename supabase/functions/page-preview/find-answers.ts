import {
  DROP_COLUMNS,
  newestFirst,
  PROFILE_COLUMNS,
} from '../../../packages/domain/src/first-reads.ts';
import { objectPath } from '../../../packages/domain/src/object-path.ts';
import { AVATAR_URL_SECONDS } from '../../../packages/domain/src/signed-urls.ts';
import { TableRead, type Answer, type PublicRecords } from '../_shared/public-records.ts';
import { isRecord, type UnknownRecord } from '../_shared/record.ts';
import { knownPage } from './preview.ts';
import { readPagePath } from '../_shared/page-path.ts';

const drops = () => new TableRead('voice_drops', DROP_COLUMNS);

/**
 * Makes the first requests of a page for an anonymous caller, so that the page need not send them:
 * its reads, and the signed URLs of its images. The app uses an answer only for a request with the
 * same URL and body. Answers without rows are left out.
 *
 * @param path of the page, without its query and without a slash at its end
 * @throws when the records cannot be read
 */
export async function findAnswers(path: string, records: PublicRecords): Promise<Answer[]> {
  const answers = await readAnswers(path, records);
  return answers.filter(({ body, count }) => body.length > 0 || count !== undefined);
}

/** The paths on the API from which the page's `<img>` elements load the signed images. */
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
    return [await records.ask(newestFirst(drops()))];
  }
  if (known) return [];
  const page = readPagePath(path);
  if (page.kind === 'voice-drop') return readDrop(page.id, records);
  return page.kind === 'profile' ? readProfile(page.username, records) : [];
}

async function readDrop(id: string, records: PublicRecords): Promise<Answer[]> {
  const drop = await records.ask(drops().eq('id', id));
  const [{ author } = {}] = drop.body;
  return [drop, ...(isRecord(author) ? await signAvatar(author, records) : [])];
}

async function readProfile(username: string, records: PublicRecords): Promise<Answer[]> {
  const profile = await records.ask(
    new TableRead('profiles', PROFILE_COLUMNS).eq('handle', username.toLowerCase()),
  );
  const [row] = profile.body;
  if (!row) return [];
  const [avatar, drops] = await Promise.all([signAvatar(row, records), readDropsOf(row, records)]);
  return [profile, ...avatar, ...drops];
}

/** A profile's newest public drops, and their number; nothing for a private account. */
async function readDropsOf(
  { user_id: userId, is_private: isPrivate }: UnknownRecord,
  records: PublicRecords,
): Promise<Answer[]> {
  if (typeof userId !== 'string' || isPrivate !== false) return [];
  return Promise.all([
    records.ask(newestFirst(drops().eq('user_id', userId))),
    records.count(new TableRead('voice_drops', 'id').eq('user_id', userId)),
  ]);
}

async function signAvatar(
  { avatar_url: url }: UnknownRecord,
  records: PublicRecords,
): Promise<Answer[]> {
  const path = typeof url === 'string' ? objectPath(url) : null;
  return path === null ? [] : [await records.sign([path], AVATAR_URL_SECONDS)];
}
