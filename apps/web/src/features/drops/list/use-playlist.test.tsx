import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AudioUrls } from '#features/player/audio-urls.ts';
import { Player } from '#features/player/player.ts';
import { PlayerContext } from '#features/player/use-player.ts';
import { dropRow } from '#test/drop-rows.ts';
import { dropFromRow, type Drop } from '#features/drops/drop.ts';
import { usePlaylist } from './use-playlist.ts';

const dropsOf = (...ids: string[]) => ids.map((id) => dropFromRow(dropRow(id)));

function setUp(first: Drop[]) {
  const sign = vi.fn(async (paths: readonly string[]) => new Map(paths.map((p) => [p, p])));
  const player = new Player(new AudioUrls(sign));
  const { rerender } = renderHook(({ drops }) => usePlaylist('recent', drops), {
    initialProps: { drops: first },
    wrapper: ({ children }) => <PlayerContext value={player}>{children}</PlayerContext>,
  });
  const play = (index: number) => {
    const track = first[index];
    if (track) player.play(track, { source: 'recent', tracks: first });
  };
  const playing = () => player.getState().playlist.tracks.map(({ id }) => id);
  return { sign, play, playing, show: (drops: Drop[]) => rerender({ drops }) };
}

it('plays drops that were added to the list meanwhile', () => {
  const { play, playing, show } = setUp(dropsOf('a', 'b'));
  play(0);
  show(dropsOf('new', 'a', 'b', 'c'));
  expect(playing()).toEqual(['new', 'a', 'b', 'c']);
});

it('keeps its playlist when a long list has dropped the current track', () => {
  const { play, playing, show } = setUp(dropsOf('a', 'b'));
  play(0);
  show(dropsOf('b', 'c'));
  expect(playing()).toEqual(['a', 'b']);
  show(dropsOf('a', 'b', 'c'));
  expect(playing()).toEqual(['a', 'b', 'c']);
});

it('requests the URLs of new drops, once', async () => {
  const { sign, show } = setUp(dropsOf('a', 'b'));
  show(dropsOf('new', 'a', 'b'));
  const first = ['id-of-noor/a.wav', 'id-of-noor/b.wav', 'id-of-noor/new.wav'];
  await vi.waitFor(() => expect(sign.mock.calls).toEqual([[first]]));
  show(dropsOf('a', 'b'));
  show(dropsOf('later', 'a', 'b'));
  await vi.waitFor(() => expect(sign.mock.calls.at(-1)).toEqual([['id-of-noor/later.wav']]));
  expect(sign).toHaveBeenCalledTimes(2);
});
