/** A drop in the form that the player needs. */
export interface Track {
  /** The voice drop's id. */
  id: string;
  title: string;
  /** The author's username; undefined if they have none. */
  username: string | undefined;
  /** Path of the audio in the bucket. A signed URL is requested for it. */
  audioPath: string;
  /** Length in seconds. */
  duration: number;
  /** The stored waveform, on any scale. */
  peaks: readonly number[];
}

/** The list from which tracks are played. */
export interface Playlist {
  /** Identifies the list: only this list updates the player as it grows. */
  source: string;
  tracks: readonly Track[];
}
