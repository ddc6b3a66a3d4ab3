import type { Playlist, Track } from './track.ts';

/**
 * Why there is no sound: the backend cannot be reached; the drop was deleted or
 * made private; the audio arrived and cannot be played; the browser plays only
 * after a press.
 */
export type PlayProblem = 'unreachable' | 'gone' | 'unplayable' | 'blocked';

export interface PlayerState {
  /** What is wanted. Sound follows as soon as there is audio: see `waiting`. */
  status: 'none' | 'playing' | 'paused';
  track: Track | undefined;
  playlist: Playlist;
  /** Place of the track in the playlist, -1 when it is not in it. */
  index: number;
  /** Grows each time a track is set, so that one turn of a track can be told from the next. */
  turn: number;
  /** Seconds from the start of the track. */
  position: number;
  /** Length in seconds, as the audio itself has it once it is known. */
  duration: number;
  /** Playing is wanted and audio is still to arrive. */
  waiting: boolean;
  problem: PlayProblem | undefined;
  /** 0 to 100. */
  volume: number;
  muted: boolean;
}

export type PlayerEvent =
  | { type: 'set'; track: Track; playlist: Playlist; position: number }
  | { type: 'moved'; by: 1 | -1 }
  /** `autoplay`: whether the next track is to follow. */
  | { type: 'ended'; autoplay: boolean }
  | { type: 'stopped' }
  | { type: 'resumed' }
  | { type: 'paused' }
  | { type: 'waited' }
  | { type: 'sounded' }
  | { type: 'progressed'; position: number }
  | { type: 'measured'; duration: number }
  | { type: 'failed'; problem: PlayProblem }
  | { type: 'playlist-changed'; playlist: Playlist }
  | { type: 'volume-set'; volume: number }
  | { type: 'mute-toggled' };

const NO_PLAYLIST: Playlist = { source: '', tracks: [] };

/** A player with nothing in it. @param volume 0 to 100 */
export function emptyPlayer(volume: number): PlayerState {
  return {
    status: 'none',
    track: undefined,
    playlist: NO_PLAYLIST,
    index: -1,
    turn: 0,
    position: 0,
    duration: 0,
    waiting: false,
    problem: undefined,
    volume,
    muted: false,
  };
}

/** The track before (-1) or after (1) the current one in the playlist, if there is one. */
export function neighbour(
  { playlist, index }: Pick<PlayerState, 'playlist' | 'index'>,
  by: 1 | -1,
): Track | undefined {
  return index === -1 ? undefined : playlist.tracks[index + by];
}

/** Played share of the track in percent, 0 to 100. */
export function progressPercent({
  position,
  duration,
}: Pick<PlayerState, 'position' | 'duration'>): number {
  return duration > 0 ? Math.min(100, (position / duration) * 100) : 0;
}

/** What the player is after an event. Events that make no sense without a track change nothing then. */
export function reducePlayer(state: PlayerState, event: PlayerEvent): PlayerState {
  switch (event.type) {
    case 'set':
      return withTrack(state, event.track, event.playlist, event.position);
    case 'volume-set':
      return { ...state, volume: clampVolume(event.volume), muted: false };
    case 'mute-toggled':
      return { ...state, muted: !state.muted };
    default:
      return state.track === undefined ? state : reduceTrack(state, event);
  }
}

type TrackEvent = Exclude<PlayerEvent, { type: 'set' | 'volume-set' | 'mute-toggled' }>;

function reduceTrack(state: PlayerState, event: TrackEvent): PlayerState {
  switch (event.type) {
    case 'moved': {
      const track = neighbour(state, event.by);
      return track ? withTrack(state, track, state.playlist, 0) : state;
    }
    case 'ended': {
      const track = neighbour(state, 1);
      if (!track) return withoutTrack(state);
      return event.autoplay
        ? withTrack(state, track, state.playlist, 0)
        : // The next track is one press away, and so is this one again.
          { ...state, status: 'paused', position: 0, waiting: false };
    }
    case 'stopped':
      return withoutTrack(state);
    case 'resumed':
      return { ...state, status: 'playing', waiting: true, problem: undefined };
    case 'paused':
      return { ...state, status: 'paused', waiting: false };
    case 'waited':
      return state.status === 'playing' ? { ...state, waiting: true } : state;
    case 'sounded':
      return { ...state, status: 'playing', waiting: false, problem: undefined };
    case 'progressed':
      return { ...state, position: Math.min(Math.max(0, event.position), state.duration) };
    case 'measured':
      return { ...state, duration: event.duration };
    case 'failed':
      return { ...state, status: 'paused', waiting: false, problem: event.problem };
    // 'playlist-changed'
    default:
      return event.playlist.source === state.playlist.source
        ? { ...state, playlist: event.playlist, index: indexIn(event.playlist, state.track) }
        : state;
  }
}

function withTrack(
  state: PlayerState,
  track: Track,
  playlist: Playlist,
  position: number,
): PlayerState {
  return {
    ...state,
    status: 'playing',
    track,
    playlist,
    index: indexIn(playlist, track),
    turn: state.turn + 1,
    position,
    duration: track.duration,
    waiting: true,
    problem: undefined,
  };
}

function withoutTrack({ volume, muted, turn }: PlayerState): PlayerState {
  return { ...emptyPlayer(volume), muted, turn };
}

function indexIn({ tracks }: Playlist, track: Track | undefined): number {
  return tracks.findIndex(({ id }) => id === track?.id);
}

function clampVolume(volume: number): number {
  return Math.min(100, Math.max(0, Math.round(volume)));
}
