import type { Player } from './player.ts';

const CHANNEL = 'undertone:player';

/**
 * Sees to it that one tab plays at a time: the tab in which playing begins
 * tells the others, and they pause.
 *
 * @returns a function that ends it
 */
export function pauseOtherTabs(player: Player): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const tell = channel.postMessage.bind(channel);
  let was = player.getState().status;

  const unsubscribe = player.subscribe(() => {
    const { status } = player.getState();
    if (status === 'playing' && was !== 'playing') tell('playing');
    was = status;
  });
  channel.addEventListener('message', () => {
    if (player.getState().status === 'playing') player.pause();
  });
  return () => {
    unsubscribe();
    channel.close();
  };
}
