import { expect, it } from 'vitest';
import {
  adjacentTrack,
  emptyPlayer,
  hasEnded,
  listedAfterSkip,
  playedPercent,
  reducePlayer,
} from './player-reducer.ts';
import type { PlayerEvent, PlayerState } from './player-reducer.ts';
import { trackOf } from './fixtures/track.ts';
import { trackAfterQueue } from './queue/track-after-queue.ts';

const tracks = ['one', 'two', 'three'].map((id) => trackOf(id));
const threeTracks = { source: 'recent', tracks };

const setTo = (id: string): PlayerEvent => ({
  type: 'set',
  track: trackOf(id),
  playlist: threeTracks,
  position: 0,
});
const after = (...events: PlayerEvent[]): PlayerState =>
  events.reduce(reducePlayer, emptyPlayer(75));

it('has index -1 for a track that is not in its playlist', () => {
  const state = after(setTo('elsewhere'));
  expect(state.index).toBe(-1);
  expect(adjacentTrack(state, 1)).toBeUndefined();
});

it('keeps a track that has ended at its end, from where another seek leads back into it', () => {
  const ended = after(setTo('three'), { type: 'ended' });
  expect(ended).toMatchObject({ track: trackOf('three'), status: 'paused', position: 40 });
  expect(hasEnded(ended)).toBe(true);
  expect(hasEnded(reducePlayer(ended, { type: 'progressed', position: 12 }))).toBe(false);
});

it('a playlist skips its next track if that plays from the queue, and stays where it is for any other', () => {
  const queued = (...ids: string[]): PlayerEvent => ({
    type: 'queue-changed',
    queue: ids.map((id) => trackOf(id)),
  });
  const next = after(setTo('one'), queued('two', 'three'));
  expect(listedAfterSkip(next, 1)).toEqual(trackOf('two'));
  expect(trackAfterQueue(next)).toBeUndefined();
  const later = after(setTo('one'), queued('three', 'other'));
  expect(listedAfterSkip(later, 1)).toEqual(trackOf('one'));
  expect(trackAfterQueue(later)).toEqual(trackOf('two'));
});

it('clears the track when it is stopped, and keeps volume and speed', () => {
  const state = after(
    setTo('one'),
    { type: 'volume-set', volume: 30 },
    { type: 'speed-set', speed: 2 },
    { type: 'stopped' },
  );
  const empty = { status: 'none', track: undefined, index: -1 };
  expect(state).toMatchObject({ ...empty, volume: 30, speed: 2 });
});

it('accepts updates of its own playlist, and ignores other lists and those without the current track', () => {
  const playing = after(setTo('two'));
  const grown = { source: 'recent', tracks: [trackOf('new'), ...tracks] };
  expect(reducePlayer(playing, { type: 'playlist-changed', playlist: grown }).index).toBe(2);
  const without = { source: 'recent', tracks: [trackOf('one')] };
  expect(reducePlayer(playing, { type: 'playlist-changed', playlist: without })).toBe(playing);
  const other = { source: 'author', tracks: [trackOf('two')] };
  expect(reducePlayer(playing, { type: 'playlist-changed', playlist: other })).toBe(playing);
});

it('keeps positions within the track and volumes within 0 to 100', () => {
  expect(after(setTo('one'), { type: 'progressed', position: 99 }).position).toBe(40);
  expect(after(setTo('one'), { type: 'progressed', position: -3 }).position).toBe(0);
  expect(after({ type: 'volume-set', volume: 130 }).volume).toBe(100);
  expect(after({ type: 'volume-set', volume: -1 }).volume).toBe(0);
});

it('unmutes when the volume is set', () => {
  const muted = after({ type: 'mute-toggled' });
  expect(muted.muted).toBe(true);
  expect(reducePlayer(muted, { type: 'volume-set', volume: 20 }).muted).toBe(false);
});

it('returns the played share in percent, and 0 without a duration', () => {
  expect(playedPercent({ position: 10, duration: 40 })).toBe(25);
  expect(playedPercent({ position: 41, duration: 40 })).toBe(100);
  expect(playedPercent({ position: 0, duration: 0 })).toBe(0);
});

it('ignores events of a track after it was stopped', () => {
  const empty = emptyPlayer(75);
  expect(reducePlayer(empty, { type: 'playing' })).toBe(empty);
  expect(reducePlayer(empty, { type: 'progressed', position: 3 })).toBe(empty);
});
