import { act, renderHook } from '@testing-library/react';
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { fakePlayer } from '#test/fake-media.ts';
import { PlayerContext } from '#features/player/use-player.ts';
import type { Player } from '#features/player/player.ts';
import { useExclusivePlayback } from './use-exclusive-playback.ts';

/** A player whose status the test sets. */
function playerWith(status: 'playing' | 'paused') {
  const { player } = fakePlayer();
  const state = { ...player.getState(), status };
  const listeners = new Set<() => void>();
  vi.spyOn(player, 'getState').mockImplementation(() => state);
  vi.spyOn(player, 'subscribe').mockImplementation((notify) => {
    listeners.add(notify);
    return () => listeners.delete(notify);
  });
  const pause = vi.spyOn(player, 'pause').mockReturnValue();
  const play = () => {
    state.status = 'playing';
    for (const notify of listeners) notify();
  };
  return { player, pause, play };
}

function follow(player: Player, isRecording: boolean) {
  const pauseRecording = vi.fn<() => void>();
  const { rerender } = renderHook(
    (now: boolean) => useExclusivePlayback(null, now, pauseRecording),
    {
      initialProps: isRecording,
      wrapper: ({ children }) => createElement(PlayerContext, { value: player }, children),
    },
  );
  return { pauseRecording, rerender };
}

it('a drop that starts to play pauses the recording', () => {
  const { player, play, pause } = playerWith('paused');
  const { pauseRecording } = follow(player, true);
  act(play);
  expect(pauseRecording).toHaveBeenCalledTimes(1);
  expect(pause).not.toHaveBeenCalled();
});

it('a recording that starts or continues pauses the drop', () => {
  const { player, pause } = playerWith('playing');
  const { pauseRecording, rerender } = follow(player, false);
  expect(pause).not.toHaveBeenCalled();
  rerender(true);
  expect(pause).toHaveBeenCalledTimes(1);
  expect(pauseRecording).not.toHaveBeenCalled();
});
