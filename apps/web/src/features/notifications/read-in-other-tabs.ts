const CHANNEL = 'undertone:notifications';

/** Tells the other tabs that notifications have been read here. */
export function broadcastRead(): void {
  const channel = new BroadcastChannel(CHANNEL);
  const tell = channel.postMessage.bind(channel);
  tell('read');
  channel.close();
}

/**
 * Calls back whenever another tab has read notifications.
 *
 * @returns a function that ends it
 */
export function onReadInOtherTab(notify: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', notify);
  return () => channel.close();
}
