import type { PlayerState } from './player-reducer.ts';
import type { Player } from './player.ts';

const CHANNEL = 'undertone:player';

/**
 * Lets one tab play at a time: a tab that starts playing sends a message, and the other tabs pause.
 *
 * @returns a function that closes the channel
 */
export function pauseOtherTabs(player: Player): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const post = channel.postMessage.bind(channel);
  let lastStatus: PlayerState['status'] = 'none';

  const onChange = () => {
    const { status } = player.getState();
    if (status === 'playing' && lastStatus !== 'playing') post('playing');
    lastStatus = status;
  };
  onChange();
  const unsubscribe = player.subscribe(onChange);
  channel.addEventListener('message', () => {
    if (player.getState().status === 'playing') player.pause();
  });
  return () => {
    unsubscribe();
    channel.close();
  };
}
