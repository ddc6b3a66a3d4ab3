import { ListEnd, ListStart } from 'lucide-react';
import { usePlayer } from '#features/player/use-player.ts';
import type { MenuEntry } from '#ui/menu.tsx';
import { toast } from '#ui/toast.ts';
import { MAX_QUEUED, withQueued } from './queue-changes.ts';
import { useChangeQueue } from './use-change-queue.ts';

/** The menu's entries that queue a track. */
export function useQueueEntries(id: string): readonly MenuEntry[] {
  const player = usePlayer();
  const changeQueue = useChangeQueue();

  const add = (place: 'first' | 'last') => {
    let cued: number | undefined;
    const isAdded = changeQueue({
      change: (queue) => withQueued(queue, id, place),
      done: place === 'first' ? 'Plays next' : 'Added to the queue',
      onUndo: () => {
        if (player.getState().turn === cued && player.getState().status === 'paused') player.stop();
      },
    });
    if (!isAdded) {
      toast.error('The queue is full', {
        description: `It holds at most ${MAX_QUEUED} voice drops.`,
      });
      return;
    }
    const { track, queue } = player.getState();
    const [first] = queue;
    if (track || !first) return;
    // The bar with the queue comes with a track.
    player.restore(first, { source: 'queue', tracks: [first] }, 0);
    cued = player.getState().turn;
  };

  return [
    { label: 'Play next', icon: <ListStart />, onSelect: () => add('first') },
    { label: 'Add to queue', icon: <ListEnd />, onSelect: () => add('last') },
  ];
}
