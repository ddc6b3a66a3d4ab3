import { expect, it, onTestFinished, vi } from 'vitest';
import { one as track, playlist } from './fixtures/track.ts';
import { pauseOtherTabs } from './pause-other-tabs.ts';
import { silentPlayer } from '#test/fake-media.ts';

function openTab() {
  const player = silentPlayer();
  onTestFinished(pauseOtherTabs(player));
  return player;
}

it('pauses a tab when another tab starts playing', async () => {
  const one = openTab();
  one.play(track, playlist);
  // Opened afterwards, so that this channel does not receive the first message.
  const other = openTab();
  other.play(track, playlist);
  await vi.waitFor(() => expect(one.getState().status).toBe('paused'));
  expect(other.getState().status).toBe('playing');
});
