import {
  DROP_COLUMNS,
  listed,
  newestFirst,
  PROFILE_COLUMNS,
} from '../../../packages/domain/src/first-reads.ts';
import { findable, foundIn } from '../../../packages/domain/src/found-drops.ts';
import { objectPath } from '../../../packages/domain/src/object-path.ts';
import { AUDIO_URL_SECONDS, AVATAR_URL_SECONDS } from '../../../packages/domain/src/signed-urls.ts';
import { TableRead, type RecordedResponse, type PublicRecords } from '../_shared/public-records.ts';
import { isRecord, type UnknownRecord } from '../_shared/record.ts';
import { staticPage } from './preview.ts';
import { readPagePath } from '../_shared/page-path.ts';

const drops = () => new TableRead('voice_drops', DROP_COLUMNS);

/** The read of the number of a hashtag's public drops. */
export const tagCount = (tag: string) => new TableRead('hashtags', 'drop_count').eq('tag', tag);

/**
 * Sends the first requests of a page for an anonymous caller, so that the page need not send them:
 * its reads, and the signed URLs of its images. The app uses a response only for a request with the
 * same URL and body. Responses without rows are left out.
 *
 * @param path of the page, without its query and without a slash at its end
 * @throws when the records cannot be read
 */
export async function preloadResponses(
  path: string,
  records: PublicRecords,
): Promise<RecordedResponse<unknown>[]> {
  const page = readPagePath(path);
  // Also without rows: the page would move when it learns that there are no related hashtags.
  if (page.kind === 'tag') return readTag(page.tag, records);
  const responses = await readPage(path, records);
  return responses.filter(({ body, count }) => body.length > 0 || count !== undefined);
}

/** The paths on the API from which the page's `<img>` elements load the signed images. */
export function signedImages(responses: readonly RecordedResponse<unknown>[]): string[] {
  return responses.flatMap(({ body }) =>
    body
      .filter(isRecord)
      .flatMap(({ path, signedURL }) =>
        typeof signedURL === 'string' && String(path).startsWith('avatars/')
          ? [encodeURI(`/storage/v1${signedURL}`)]
          : [],
      ),
  );
}

async function readPage(path: string, records: PublicRecords): Promise<RecordedResponse[]> {
  const known = staticPage(path);
  if (known) return known.canonical === '/feed' ? readFeed(records) : [];
  const page = readPagePath(path);
  if (page.kind === 'voice-drop') return readDrop(page.id, records);
  return page.kind === 'profile' ? readProfile(page.username, records) : [];
}

/** The feed's first page, with the condition of members, who may have muted something. */
const readFeed = (records: PublicRecords): Promise<RecordedResponse[]> =>
  readClips(newestFirst(listed(drops())), records);

/** Reads the newest drops with a hashtag, their number, and related hashtags. */
async function readTag(tag: string, records: PublicRecords): Promise<RecordedResponse<unknown>[]> {
  const tagged = findable(new TableRead('voice_drops', foundIn('voice_drop_words')));
  const [clips, ...others] = await Promise.all([
    readClips(newestFirst(tagged.contains('words.hashtags', [tag])), records),
    records.read(tagCount(tag)),
    records.readValues('related_tags', { tag }),
  ]);
  return [...clips, ...others];
}

/** Reads a drop, and signs the URLs of its clip and of its author's picture. */
async function readDrop(id: string, records: PublicRecords): Promise<RecordedResponse[]> {
  const [drop, ...clip] = await readClips(drops().eq('id', id), records);
  const [{ author } = {}] = drop.body;
  return [drop, ...(isRecord(author) ? await signAvatar(author, records) : []), ...clip];
}

/** Reads drops, and signs the URL of the first one's clip, which visitors hear before the others. */
async function readClips(
  read: TableRead,
  records: PublicRecords,
): Promise<[RecordedResponse, ...RecordedResponse[]]> {
  const drops = await records.read(read);
  const [{ audio_path: clip } = {}] = drops.body;
  return typeof clip === 'string'
    ? [drops, await records.sign([clip], AUDIO_URL_SECONDS)]
    : [drops];
}

async function readProfile(username: string, records: PublicRecords): Promise<RecordedResponse[]> {
  const profile = await records.read(
    new TableRead('profiles', PROFILE_COLUMNS).eq('handle', username.toLowerCase()),
  );
  const [row] = profile.body;
  if (!row) return [];
  const [avatar, drops] = await Promise.all([signAvatar(row, records), readDropsOf(row, records)]);
  return [profile, ...avatar, ...drops];
}

/** Reads a profile's newest public drops and their count; nothing for a private account. */
async function readDropsOf(
  { user_id: userId, is_private: isPrivate }: UnknownRecord,
  records: PublicRecords,
): Promise<RecordedResponse[]> {
  if (typeof userId !== 'string' || isPrivate !== false) return [];
  const [clips, count] = await Promise.all([
    readClips(newestFirst(drops().eq('user_id', userId)), records),
    records.count(new TableRead('voice_drops', 'id').eq('user_id', userId)),
  ]);
  return [...clips, count];
}

async function signAvatar(
  { avatar_url: url }: UnknownRecord,
  records: PublicRecords,
): Promise<RecordedResponse[]> {
  const path = typeof url === 'string' ? objectPath(url) : null;
  return path === null ? [] : [await records.sign([path], AVATAR_URL_SECONDS)];
}
