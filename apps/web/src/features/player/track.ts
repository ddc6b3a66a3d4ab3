import type { SleeveClip } from '@undertone/domain/sleeve';

/** What the player needs of a drop. */
export interface Track {
  /** The voice drop's id. */
  id: string;
  title: string;
  author: {
    userId: string;
    /** Undefined for an account without a username. */
    username: string | undefined;
  };
  /** Path of the audio in the bucket, or the id of the message whose clip it is. A signed URL is requested for it. */
  audioPath: string;
  /** Length in seconds. */
  duration: number;
  /** Id of the voice filter. */
  filter: string;
  /** Peaks from 0 to 100. */
  waveform: readonly number[];
}

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
