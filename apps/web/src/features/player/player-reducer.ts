import type { Playlist, Track } from './track.ts';

/**
 * Why playback stopped: the backend cannot be reached; the drop was deleted or is no longer visible to
 * the listener; the audio cannot be decoded; the browser requires a user gesture; the drop is sensitive, and the
 * listener has not pressed play since that was shown.
 */
export type PlayProblem = 'unreachable' | 'gone' | 'unplayable' | 'blocked' | 'sensitive';

export interface PlayerState {
  /** The requested state. While audio is still loading, `waiting` is true. */
  status: 'none' | 'playing' | 'paused';
  track: Track | undefined;
  playlist: Playlist;
  /** The track from which the playlist goes on: the current one, or while a queued one plays, that before it. */
  listed: Track | undefined;
  /** Index of `listed` in the playlist, or -1. */
  index: number;
  /** The tracks that play before the playlist goes on. */
  queue: readonly Track[];
  /** Incremented each time a track is set, which distinguishes repeated plays of one track. */
  turn: number;
  /** Seconds from the start of the track. */
  position: number;
  /** Duration in seconds: the track's own, then the audio element's once loaded. */
  duration: number;
  /** Whether playback is waiting for audio. */
  waiting: boolean;
  problem: PlayProblem | undefined;
  /** 0 to 100. */
  volume: number;
  muted: boolean;
  /** Times the speed of the recording. */
  speed: number;
}

export type PlayerEvent =
  /** `listed` is the track itself unless it was queued. */
  | { type: 'set'; track: Track; playlist: Playlist; position: number; listed?: Track | undefined }
  /** Restores the player of the page before the reload, paused. */
  | {
      type: 'restored';
      track: Track;
      playlist: Playlist;
      position: number;
      listed?: Track | undefined;
    }
  /** The track has ended, and none follows by itself. */
  | { type: 'ended' }
  | { type: 'stopped' }
  | { type: 'resumed' }
  | { type: 'paused' }
  | { type: 'buffering' }
  | { type: 'playing' }
  | { type: 'progressed'; position: number }
  | { type: 'duration-known'; duration: number }
  | { type: 'failed'; problem: PlayProblem }
  | { type: 'playlist-changed'; playlist: Playlist }
  | { type: 'queue-changed'; queue: readonly Track[] }
  | { type: 'volume-set'; volume: number }
  | { type: 'mute-toggled' }
  | { type: 'speed-set'; speed: number };

const NO_PLAYLIST: Playlist = { source: '', tracks: [] };

/** The state without a track. @param volume 0 to 100 */
export function emptyPlayer(volume: number, speed = 1): PlayerState {
  return {
    status: 'none',
    track: undefined,
    playlist: NO_PLAYLIST,
    listed: undefined,
    index: -1,
    queue: [],
    turn: 0,
    position: 0,
    duration: 0,
    waiting: false,
    problem: undefined,
    volume,
    muted: false,
    speed,
  };
}

/** The track before (-1) the current one in the playlist, or the one after (1) it in the queue or the playlist, if any. */
export function adjacentTrack(
  { track, playlist, listed, index, queue }: PlayerState,
  by: 1 | -1,
): Track | undefined {
  if (by === 1 && queue[0]) return queue[0];
  // The one before a queued track is that at which the playlist was left.
  return index === -1
    ? undefined
    : playlist.tracks[by === -1 && track !== listed ? index : index + by];
}

/**
 * From where the playlist goes on when the adjacent track plays: where it was left if that track was queued, unless
 * that is also the next of the playlist, where it would play a second time.
 */
export function listedAfterSkip(state: PlayerState, by: 1 | -1): Track | undefined {
  const track = adjacentTrack(state, by);
  if (by === -1 || track !== state.queue[0]) return track;
  return track?.id === adjacentTrack({ ...state, queue: [] }, 1)?.id ? track : state.listed;
}

/** How close to its end a paused track counts as ended, in seconds: stored positions are rounded. */
const END_SECONDS = 0.25;

/** Whether the track has ended and is still shown: it then plays from its start again. */
export const hasEnded = ({ status, position, duration }: PlayerState): boolean =>
  status === 'paused' && position > duration - END_SECONDS;

/** The player's transitions. Without a track, events that need one change nothing. */
export function reducePlayer(state: PlayerState, event: PlayerEvent): PlayerState {
  switch (event.type) {
    case 'set':
      return withTrack(state, event);
    case 'queue-changed':
      return { ...state, queue: event.queue };
    case 'restored':
      // A track restored in the middle was counted before the reload, so the turn stays the same. One
      // restored at its start was never audible.
      return {
        ...withTrack(state, event),
        status: 'paused',
        waiting: false,
        turn: event.position > 0 ? state.turn : state.turn + 1,
      };
    case 'speed-set':
      return { ...state, speed: event.speed };
    case 'volume-set':
      return { ...state, volume: clampVolume(event.volume), muted: false };
    case 'mute-toggled':
      return { ...state, muted: !state.muted };
    default:
      return state.track === undefined ? state : reduceTrack(state, event);
  }
}

type TrackEvent = Exclude<
  PlayerEvent,
  { type: 'set' | 'restored' | 'queue-changed' | 'volume-set' | 'mute-toggled' | 'speed-set' }
>;

function reduceTrack(state: PlayerState, event: TrackEvent): PlayerState {
  switch (event.type) {
    case 'ended':
      return { ...state, status: 'paused', position: state.duration, waiting: false };
    case 'stopped': {
      const { volume, muted, speed, turn, queue } = state;
      return { ...emptyPlayer(volume, speed), muted, turn, queue };
    }
    case 'resumed':
      return { ...state, status: 'playing', waiting: true, problem: undefined };
    case 'paused':
      return { ...state, status: 'paused', waiting: false };
    case 'buffering':
      return state.status === 'playing' ? { ...state, waiting: true } : state;
    case 'playing':
      return { ...state, status: 'playing', waiting: false, problem: undefined };
    case 'progressed':
      return { ...state, position: Math.min(Math.max(0, event.position), state.duration) };
    case 'duration-known':
      return { ...state, duration: event.duration };
    case 'failed':
      return { ...state, status: 'paused', waiting: false, problem: event.problem };
    // 'playlist-changed'
    default: {
      const { source, all } = state.playlist;
      const index = indexIn(event.playlist, state.listed);
      // A long list drops the page with the track that it goes on from.
      if (event.playlist.source !== source || index === -1) return state;
      return { ...state, playlist: { all, ...event.playlist }, index };
    }
  }
}

function withTrack(
  state: PlayerState,
  { track, playlist, position, listed = track }: Extract<PlayerEvent, { track: Track }>,
): PlayerState {
  return {
    ...state,
    status: 'playing',
    track,
    playlist,
    listed,
    index: indexIn(playlist, listed),
    queue: state.queue.filter(({ id }) => id !== track.id),
    turn: state.turn + 1,
    position,
    duration: track.duration,
    waiting: true,
    problem: undefined,
  };
}

function indexIn({ tracks }: Playlist, track: Track | undefined): number {
  return tracks.findIndex(({ id }) => id === track?.id);
}

/** Played share of the track in percent, 0 to 100. */
export function playedPercent({
  position,
  duration,
}: Pick<PlayerState, 'position' | 'duration'>): number {
  return duration > 0 ? Math.min(100, (position / duration) * 100) : 0;
}

function clampVolume(volume: number): number {
  return Math.min(100, Math.max(0, Math.round(volume)));
}
