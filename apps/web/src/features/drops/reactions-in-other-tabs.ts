import type { LocalEdits } from '#lib/local-edits.ts';

const CHANNEL = 'undertone:reactions';

/** The key of a like or a bookmark on a drop, as `useReaction` makes it. */
const REACTION = /^(?:like|bookmark) (\S+)$/;

/**
 * Tells the other tabs of likes and bookmarks that are written in this one, and calls back with the
 * drop's id for each of theirs. The live channel tells how many people like a drop, but not who.
 *
 * @returns a function that ends it
 */
export function followReactionsInOtherTabs(
  edits: LocalEdits,
  notify: (dropId: string) => void,
): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const tell = channel.postMessage.bind(channel);
  const untell = edits.onChanged((key) => {
    const [, dropId] = REACTION.exec(key) ?? [];
    if (dropId !== undefined) tell(dropId);
  });
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') notify(data);
  });
  return () => {
    untell();
    channel.close();
  };
}
