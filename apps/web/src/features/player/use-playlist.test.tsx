import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AudioUrls } from '#features/player/audio-urls.ts';
import { Player } from '#features/player/player.ts';
import { PlayerContext } from '#features/player/use-player.ts';
import { trackOf } from './fixtures/track.ts';
import type { Track } from './track.ts';
import { usePlaylist } from './use-playlist.ts';

const tracksOf = (...ids: string[]) => ids.map((id) => trackOf(id));

function setUp(first: Track[]) {
  const sign = vi.fn(async (paths: readonly string[]) => new Map(paths.map((p) => [p, p])));
  const player = new Player(new AudioUrls(sign));
  const { rerender } = renderHook(({ tracks }) => usePlaylist('recent', tracks), {
    initialProps: { tracks: first },
    wrapper: ({ children }) => <PlayerContext value={player}>{children}</PlayerContext>,
  });
  const play = (index: number) => {
    const track = first[index];
    if (track) player.play(track, { source: 'recent', tracks: first });
  };
  const playing = () => player.getState().playlist.tracks.map(({ id }) => id);
  return { sign, play, playing, show: (tracks: Track[]) => rerender({ tracks }) };
}

it('plays tracks that were added to the list meanwhile', () => {
  const { play, playing, show } = setUp(tracksOf('a', 'b'));
  play(0);
  show(tracksOf('new', 'a', 'b', 'c'));
  expect(playing()).toEqual(['new', 'a', 'b', 'c']);
});

it('keeps its playlist when a long list has dropped the current track', () => {
  const { play, playing, show } = setUp(tracksOf('a', 'b'));
  play(0);
  show(tracksOf('b', 'c'));
  expect(playing()).toEqual(['a', 'b']);
  show(tracksOf('a', 'b', 'c'));
  expect(playing()).toEqual(['a', 'b', 'c']);
});

it('requests the URLs of new tracks, once', async () => {
  const { sign, show } = setUp(tracksOf('a', 'b'));
  show(tracksOf('new', 'a', 'b'));
  const first = ['a', 'b', 'new'];
  await vi.waitFor(() => expect(sign.mock.calls).toEqual([[first]]));
  show(tracksOf('a', 'b'));
  show(tracksOf('later', 'a', 'b'));
  await vi.waitFor(() => expect(sign.mock.calls.at(-1)).toEqual([['later']]));
  expect(sign).toHaveBeenCalledTimes(2);
});
