import { tagPath } from '../../../packages/domain/src/hashtag-address.ts';
import { mp3Size } from '../../../packages/voice/src/mp3-size.ts';
import type { PublicRecords } from '../_shared/public-records.ts';
import { isRecord, type UnknownRecord } from '../_shared/record.ts';
import { readableText } from './feed-text.ts';

/** A feed has the newest episodes only. */
const MAX_EPISODES = 100;

/** Whether a clip is an MP3 file, by its extension in any case; all others are WAV files. */
const isMp3 = (path: unknown): boolean => /\.mp3$/i.test(String(path));

const AUTHOR = 'author:profiles!voice_drops_user_id_fkey!inner';

/** Feeds have no drops that are sensitive, or taken out of lists. */
const IN_FEEDS = { is_sensitive: 'is.false', audience: 'eq.public' };

export interface Episode {
  id: string;
  /** Null for a drop without a title. */
  title: string | null;
  /** Null for an account without a username. */
  author: string | null;
  /** Without the #. */
  hashtags: readonly string[];
  /** Seconds. */
  duration: number;
  /** The size of the MP3 file. */
  bytes: number;
  /** ISO 8601. */
  createdAt: string;
}

export interface Feed {
  /** The text that the feed's id is derived from: it does not change when a name or an address does. */
  subject: string;
  /** Its path on the site. */
  path: string;
  /** Path of the page that it is a feed of. */
  page: string;
  title: string;
  author: string;
  description: string;
  /** Whether its address with a former username leads to it. */
  isMoved: boolean;
  /** Path of its image on the site. */
  cover: string;
  episodes: Episode[];
}

/** The owner of a profile's feed. */
interface FeedOwner {
  userId: string;
  username: string;
  bio: unknown;
}

/**
 * Finds the owner of a feed by username.
 * @returns null for an unknown or private account, and for one that does not allow downloads
 */
export async function findFeedOwner(
  records: PublicRecords,
  username: string,
): Promise<FeedOwner | null> {
  const { body } = await records.read({
    table: 'profiles',
    query: {
      select: 'user_id,username,bio',
      handle: `eq.${username.toLowerCase()}`,
      is_private: 'is.false',
      allow_downloads: 'is.true',
      limit: '1',
    },
  });
  const [row] = body;
  if (!row || typeof row.user_id !== 'string' || typeof row.username !== 'string') return null;
  return { userId: row.user_id, username: row.username, bio: row.bio };
}

/** Finds the feed of a profile; null when it has none. */
export async function findProfileFeed(
  records: PublicRecords,
  username: string,
): Promise<Feed | null> {
  const owner = await findFeedOwner(records, username);
  if (!owner) return null;
  const { userId, username: name, bio } = owner;
  const [episodes, isMoved] = await Promise.all([
    readEpisodes(records, { user_id: `eq.${userId}` }),
    records.hasMovedFeed(name),
  ]);
  return {
    subject: `people/${userId}`,
    path: `/feeds/${name}.xml`,
    page: `/${name}`,
    title: `${name} on Undertone`,
    author: `@${name}`,
    description: readableText(bio) ?? `The voice drops of @${name} on Undertone.`,
    isMoved,
    cover: `/feeds/${name}.png`,
    episodes,
  };
}

/** Whether a hashtag has a feed: some public drop has it whose owner allows downloads. */
export const hasTagFeed = async (records: PublicRecords, tag: string): Promise<boolean> =>
  (await readTagged(records, tag, 1)).length > 0;

/** Finds the feed of a hashtag; null when it has none. */
export async function findTagFeed(records: PublicRecords, tag: string): Promise<Feed | null> {
  const episodes = await readTagged(records, tag, MAX_EPISODES);
  if (episodes.length === 0) return null;
  const name = encodeURIComponent(tag);
  return {
    // Other installations have feeds of the same hashtags. The key is unique to this database.
    subject: `tags/${tag}@${records.publishableKey}`,
    path: `/feeds/tags/${name}.xml`,
    page: tagPath(tag),
    title: `#${tag} on Undertone`,
    author: 'Undertone',
    description: `Voice drops with #${tag}, by people who allow downloads.`,
    isMoved: false,
    cover: `/feeds/tags/${name}.png`,
    episodes,
  };
}

const readTagged = (records: PublicRecords, tag: string, limit: number): Promise<Episode[]> =>
  readEpisodes(
    records,
    { 'words.hashtags': `cs.{"${tag}"}` },
    limit,
    'words:voice_drop_words!inner()',
  );

async function readEpisodes(
  records: PublicRecords,
  condition: Record<string, string>,
  limit = MAX_EPISODES,
  joined?: string,
): Promise<Episode[]> {
  const columns = [
    'id,title,hashtags,duration,created_at,audio_path,audio_size',
    `${AUTHOR}(username)`,
    ...(joined === undefined ? [] : [joined]),
  ];
  const { body } = await records.read({
    table: 'voice_drops',
    query: {
      select: columns.join(','),
      ...condition,
      ...IN_FEEDS,
      'author.allow_downloads': 'is.true',
      'author.is_private': 'is.false',
      order: 'created_at.desc,id.desc',
      limit: String(limit),
    },
  });
  return body.flatMap((row) => episodeOf(row) ?? []);
}

function episodeOf(row: UnknownRecord): Episode | null {
  const { id, title, hashtags, duration, created_at, audio_path, audio_size, author } = row;
  if (typeof id !== 'string' || typeof created_at !== 'string') return null;
  const seconds = Number(duration);
  return {
    id,
    title: readableText(title),
    author: isRecord(author) && typeof author.username === 'string' ? author.username : null,
    hashtags: Array.isArray(hashtags) ? hashtags.map(String) : [],
    duration: seconds,
    bytes: isMp3(audio_path) && typeof audio_size === 'number' ? audio_size : mp3Size(seconds),
    createdAt: created_at,
  };
}

/** Finds a drop's file in the bucket; null unless everyone may download it. */
export async function findEpisode(
  records: PublicRecords,
  id: string,
): Promise<{ path: string; type: 'mp3' | 'wav' } | null> {
  const { body } = await records.read({
    table: 'voice_drops',
    query: {
      select: `audio_path,${AUTHOR}()`,
      id: `eq.${id}`,
      ...IN_FEEDS,
      'author.allow_downloads': 'is.true',
      'author.is_private': 'is.false',
      limit: '1',
    },
  });
  const path = body[0]?.audio_path;
  if (typeof path !== 'string') return null;
  return { path, type: isMp3(path) ? 'mp3' : 'wav' };
}
