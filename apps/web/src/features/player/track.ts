import type { SleeveClip } from '@undertone/domain/sleeve';

/** What the player needs of a drop, of a comment with a clip, of a message with one, or of evidence. */
export interface Track {
  /** The id of the voice drop, comment or message. */
  id: string;
  /** A drop if there is none. `evidence` is what staff listen to. */
  kind?: 'drop' | 'reply' | 'message' | 'evidence' | undefined;
  /** The path of the page that shows the track; by default that of a drop. */
  page?: string | undefined;
  title: string;
  author: {
    userId: string;
    /** Undefined for an account without a username. */
    username: string | undefined;
  };
  /**
   * Path of the audio in the bucket, the id of the message whose clip it is, or for staff the object of a message's
   * clip as `messages:{name}`. A signed URL is requested for it.
   */
  audioPath: string;
  /** Length in seconds. */
  duration: number;
  /** Id of the voice filter. */
  filter: string;
  /** Peaks from 0 to 100. */
  waveform: readonly number[];
  /** Whether it plays only after another press. */
  isSensitive?: boolean | undefined;
}

/** Whether a track is a voice drop: only plays of drops are counted, and only drops have actions and pages of their own. */
export const isDrop = ({ kind = 'drop' }: Track): boolean => kind === 'drop';

/** What the sleeve of a track or a drop needs of it. */
export const clipOf = ({
  id,
  author: { userId },
  filter,
  waveform,
}: Pick<Track, 'id' | 'filter' | 'waveform'> & {
  author: Pick<Track['author'], 'userId'>;
}): SleeveClip => ({
  id,
  userId,
  filter,
  waveform,
});

/** The list from which tracks are played. */
export interface Playlist {
  /** Identifies the list: only this list updates the player as it grows. */
  source: string;
  tracks: readonly Track[];
  /** Whether a person has asked for all of it: it then goes on also where drops do not play by themselves. */
  all?: boolean | undefined;
}
