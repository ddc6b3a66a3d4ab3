import type { LocalEdits } from './local-edits.ts';

const CHANNEL = 'undertone:edits';

/**
 * Notifies other tabs of edits that were written in this one, and calls `notify` with the keys of theirs.
 *
 * @param shared matches the keys of the edits
 * @returns a function that stops it
 */
export function followEditsInOtherTabs(
  edits: LocalEdits,
  shared: RegExp,
  notify: (key: string) => void,
): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const post = channel.postMessage.bind(channel);
  const unsubscribe = edits.onChanged((key) => {
    if (shared.test(key)) post(key);
  });
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string' && shared.test(data)) notify(data);
  });
  return () => {
    unsubscribe();
    channel.close();
  };
}
