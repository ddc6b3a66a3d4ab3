/** A clip as the player knows it. */
export interface Track {
  /** The voice drop's id. */
  id: string;
  title: string;
  /** Whose voice it is; undefined for someone without a username. */
  username: string | undefined;
  /** Path of the audio in the bucket; a signed URL is asked for when it is played. */
  audioPath: string;
  /** Length in seconds. */
  duration: number;
  /** The stored waveform, on any scale. */
  peaks: readonly number[];
}

/** The list that one plays from. */
export interface Playlist {
  /** Which list it is, so that the list can keep it up to date as it grows. */
  source: string;
  tracks: readonly Track[];
}
