import { withoutDirectionMarks } from '../../../packages/domain/src/drop-page-title.ts';
import type { PublicRecords } from '../_shared/public-records.ts';
import { isRecord, type UnknownRecord } from '../_shared/record.ts';

/** Episodes of a feed, the newest. */
const EPISODES = 100;

/** The rate of the clips that the app posts, and of WAV files once they are encoded: 64 kbit/s. */
const BYTES_A_SECOND = 8000;

const AUTHOR = 'author:profiles!voice_drops_user_id_fkey!inner';

export interface Episode {
  id: string;
  /** Null for a drop without one. */
  title: string | null;
  /** Null for an account without one. */
  author: string | null;
  /** Without the #. */
  hashtags: readonly string[];
  /** Seconds. */
  duration: number;
  /** Of the MP3 file; of one that is still to be encoded about as many. */
  bytes: number;
  /** ISO 8601. */
  createdAt: string;
}

export interface Feed {
  /** Its path on the site. */
  path: string;
  /** Path of the page that it is a feed of. */
  page: string;
  title: string;
  author: string;
  description: string;
  /** Words that its image is drawn for. */
  cover: string;
  episodes: Episode[];
}

/** A person's feed; null when there is none: nobody has the name, the account is private, or forbids downloads. */
export async function findPersonsFeed(
  records: PublicRecords,
  username: string,
): Promise<Feed | null> {
  const { body } = await records.ask({
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
  const name = row.username;
  const bio = typeof row.bio === 'string' ? withoutDirectionMarks(row.bio).trim() : '';
  return {
    path: `/feeds/${name}.xml`,
    page: `/${name}`,
    title: `${name} on Undertone`,
    author: `@${name}`,
    description: bio || `The voice drops of @${name} on Undertone.`,
    cover: name,
    episodes: await readEpisodes(records, { user_id: `eq.${row.user_id}` }),
  };
}

/** The feed of a hashtag; null while no public drop whose owner allows downloads has it. */
export async function findTagsFeed(records: PublicRecords, tag: string): Promise<Feed | null> {
  const episodes = await readEpisodes(
    records,
    { 'words.hashtags': `cs.{"${tag}"}` },
    'words:voice_drop_words!inner()',
  );
  if (episodes.length === 0) return null;
  return {
    path: `/feeds/tags/${encodeURIComponent(tag)}.xml`,
    page: `/explore?tag=${encodeURIComponent(tag)}`,
    title: `#${tag} on Undertone`,
    author: 'Undertone',
    description: `Voice drops with #${tag}, by people who allow downloads.`,
    cover: tag,
    episodes,
  };
}

async function readEpisodes(
  records: PublicRecords,
  condition: Record<string, string>,
  joined?: string,
): Promise<Episode[]> {
  const columns = [
    'id,title,hashtags,duration,created_at,audio_path,audio_size',
    `${AUTHOR}(username)`,
    ...(joined === undefined ? [] : [joined]),
  ];
  const { body } = await records.ask({
    table: 'voice_drops',
    query: {
      select: columns.join(','),
      ...condition,
      'author.allow_downloads': 'is.true',
      'author.is_private': 'is.false',
      order: 'created_at.desc,id.desc',
      limit: String(EPISODES),
    },
  });
  return body.flatMap((row) => episodeOf(row) ?? []);
}

function episodeOf(row: UnknownRecord): Episode | null {
  const { id, title, hashtags, duration, created_at, audio_path, audio_size, author } = row;
  if (typeof id !== 'string' || typeof created_at !== 'string') return null;
  const seconds = Number(duration);
  const isMp3 = String(audio_path).endsWith('.mp3');
  return {
    id,
    title: typeof title === 'string' ? withoutDirectionMarks(title).trim() || null : null,
    author: isRecord(author) && typeof author.username === 'string' ? author.username : null,
    hashtags: Array.isArray(hashtags) ? hashtags.map(String) : [],
    duration: seconds,
    bytes:
      isMp3 && typeof audio_size === 'number' ? audio_size : Math.round(seconds * BYTES_A_SECOND),
    createdAt: created_at,
  };
}

/** A drop's file in the bucket, if anybody may download it. */
export async function findEpisode(
  records: PublicRecords,
  id: string,
): Promise<{ path: string; type: 'mp3' | 'wav' } | null> {
  const { body } = await records.ask({
    table: 'voice_drops',
    query: {
      select: `audio_path,${AUTHOR}()`,
      id: `eq.${id}`,
      'author.allow_downloads': 'is.true',
      'author.is_private': 'is.false',
      limit: '1',
    },
  });
  const path = body[0]?.audio_path;
  if (typeof path !== 'string') return null;
  return { path, type: path.endsWith('.mp3') ? 'mp3' : 'wav' };
}
