const CHANNEL = 'undertone:notifications';

/** Notifies the other tabs that notifications were marked as read in this one. */
export function broadcastRead(): void {
  const channel = new BroadcastChannel(CHANNEL);
  const post = channel.postMessage.bind(channel);
  post('read');
  channel.close();
}

/**
 * Calls `notify` whenever another tab has marked notifications as read.
 *
 * @returns a function that closes the channel
 */
export function onReadInOtherTab(notify: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', notify);
  return () => channel.close();
}
