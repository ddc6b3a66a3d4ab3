import type { Database } from '@undertone/database-types/database';
import { personFromRow, type Person, type PersonRow } from '#features/people/person.ts';
import {
  DEFAULT_PRIVACY_LEVEL,
  isPrivacyLevel,
  type PrivacyLevel,
} from '@undertone/domain/privacy-level';
import { UNTITLED } from '@undertone/domain/title';

/** A voice drop as cards show it, and a track of the player. */
export interface Drop {
  id: string;
  title: string;
  author: DropAuthor;
  /** Path of the audio in the bucket. */
  audioPath: string;
  /** Length in seconds. */
  duration: number;
  /** Id of the voice filter; possibly a filter that this version does not know. */
  filter: string;
  /** Without the #. */
  hashtags: readonly string[];
  privacyLevel: PrivacyLevel;
  /** Peaks from 0 to 100. */
  waveform: readonly number[];
  likeCount: number;
  commentCount: number;
  playCount: number;
  /** Whether the viewer likes it; never for visitors. */
  isLiked: boolean;
  /** Whether the viewer has bookmarked it; never for visitors. */
  isBookmarked: boolean;
  /** Whether the viewer has muted its author, a hashtag or a word of it; never for visitors. */
  isMuted: boolean;
  /** Whether it plays only after another press; its author or staff have labelled it. */
  isSensitive: boolean;
  /** Whether comments may have a clip. */
  allowsVoiceReplies: boolean;
  /** The database's ISO 8601 text with microseconds, which cursors need. */
  createdAt: string;
  /** When the owner last changed its words after others had listened or answered; null if never. */
  editedAt: string | null;
}

interface DropAuthor extends Person {
  /** Whether listeners may download the audio. */
  allowsDownloads: boolean;
}

export { ANONYMOUS } from '@undertone/domain/display-name';
export { DROP_COLUMNS } from '@undertone/domain/first-reads';

type VoiceDropRow = Database['public']['Tables']['voice_drops']['Row'];

/** A drop's counts as they are embedded in its row, and as the live channel sends them. */
export interface CountsRow {
  like_count: number;
  comment_count: number;
  play_count: number;
}

/** A row selected by DROP_COLUMNS. */
export interface DropRow extends Omit<
  VoiceDropRow,
  | 'audience'
  | 'audio_size'
  | 'audio_url'
  | 'is_flagged'
  | 'is_limited'
  | 'is_muted'
  | 'moderation'
  | 'counts'
  | keyof CountsRow
> {
  /** Null in the answer to the request that inserts the drop. */
  counts: CountsRow | null;
  author: (PersonRow & { allow_downloads: boolean }) | null;
  likes: { id: string }[];
  bookmarks: { id: string }[];
  is_muted?: boolean | null;
}

/** The numbers of a drop that change often. */
export type DropCounts = Pick<Drop, 'likeCount' | 'commentCount' | 'playCount'>;

/** Converts counts; those of a drop without any are zero. */
export function countsFromRow(row: CountsRow | null): DropCounts {
  return {
    likeCount: row?.like_count ?? 0,
    commentCount: row?.comment_count ?? 0,
    playCount: row?.play_count ?? 0,
  };
}

/** Converts a row to a drop. A privacy level that this version does not know becomes the default. */
export function dropFromRow(row: DropRow): Drop {
  return {
    id: row.id,
    title: row.title ?? UNTITLED,
    author: {
      ...personFromRow(row.user_id, row.author),
      allowsDownloads: row.author?.allow_downloads ?? false,
    },
    audioPath: row.audio_path,
    duration: row.duration,
    filter: row.filter_used,
    hashtags: row.hashtags,
    privacyLevel: isPrivacyLevel(row.privacy_level) ? row.privacy_level : DEFAULT_PRIVACY_LEVEL,
    waveform: row.waveform,
    ...countsFromRow(row.counts),
    isLiked: row.likes.length > 0,
    isBookmarked: row.bookmarks.length > 0,
    isMuted: row.is_muted === true,
    isSensitive: row.is_sensitive,
    allowsVoiceReplies: row.allows_voice_replies,
    createdAt: row.created_at,
    editedAt: row.edited_at,
  };
}
