import { expect, it, onTestFinished, vi } from 'vitest';
import { pauseOtherTabs } from './pause-other-tabs.ts';
import { silentPlayer } from '#test/fake-media.ts';

const track = { id: 'a', title: 'A', username: 'mira', audioPath: 'a', duration: 40, peaks: [] };
const playlist = { source: 'recent', tracks: [track] };

function openTab() {
  const player = silentPlayer();
  onTestFinished(pauseOtherTabs(player));
  return player;
}

it('pauses when another tab begins to play', async () => {
  const one = openTab();
  one.play(track, playlist);
  // Opened afterwards, so that this channel does not receive the first message.
  const other = openTab();
  other.play(track, playlist);
  await vi.waitFor(() => expect(one.getState().status).toBe('paused'));
  expect(other.getState().status).toBe('playing');
});
