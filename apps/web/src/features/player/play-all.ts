import { hasEnded } from './player-reducer.ts';
import type { Player } from './player.ts';
import type { Playlist } from './track.ts';

/** Plays all of a playlist. One that is played already goes on where it is. */
export function playAll(player: Player, list: Playlist): void {
  const playlist = { ...list, all: true };
  const state = player.getState();
  const [first] = playlist.tracks;
  const isOfList = state.playlist.source === playlist.source;
  const goesOn = isOfList && (state.playlist.all === true || state.track?.id === first?.id);
  if (goesOn && !hasEnded(state)) {
    player.updatePlaylist(playlist);
    if (state.status === 'paused') player.resume();
  } else if (first) {
    // The player would toggle the current track.
    if (state.track?.id === first.id) player.stop();
    player.play(first, playlist);
  }
}
