import type { LocalEdits } from '#lib/local-edits.ts';

const CHANNEL = 'undertone:reactions';

/** Matches the keys of `reactionEditKey`. */
const REACTION = /^(?:like|bookmark) (\S+)$/;

/**
 * Notifies other tabs of likes and bookmarks that were written in this one, and calls `notify` for
 * theirs: the live channel reports the number of a drop's likes, but not whose they are.
 *
 * @returns a function that stops it
 */
export function followReactionsInOtherTabs(
  edits: LocalEdits,
  notify: (dropId: string) => void,
): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const post = channel.postMessage.bind(channel);
  const unsubscribe = edits.onChanged((key) => {
    const [, dropId] = REACTION.exec(key) ?? [];
    if (dropId !== undefined) post(dropId);
  });
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') notify(data);
  });
  return () => {
    unsubscribe();
    channel.close();
  };
}
