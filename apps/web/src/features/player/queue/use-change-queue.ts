import { useCallback } from 'react';
import { usePlayer } from '#features/player/use-player.ts';
import { toast } from '#ui/toast.ts';
import { withUndone } from './queue-changes.ts';
import { readQueue, storeQueue } from './stored-queue.ts';

interface QueueChange {
  /** Returns the changed queue; undefined if it would be too long. */
  change: (queue: readonly string[]) => readonly string[] | undefined;
  /** Says what was done, in a toast with Undo. */
  done?: string;
  /** Called before the change is taken back. */
  onUndo?: () => void;
}

/** Returns a function that changes the queue of the player's listener, and returns whether it did. */
export function useChangeQueue(): (change: QueueChange) => boolean {
  const player = usePlayer();
  return useCallback(
    ({ change, done, onUndo }) => {
      const { listener } = player;
      if (listener === undefined) return false;
      const before = readQueue(listener);
      const after = change(before);
      if (!after) return false;
      storeQueue(listener, after);
      const undo = () => {
        if (player.listener !== listener) return;
        onUndo?.();
        storeQueue(listener, withUndone(before, after, readQueue(listener)));
      };
      if (done !== undefined)
        toast.success(done, { name: 'queue', action: { label: 'Undo', onPress: undo } });
      return true;
    },
    [player],
  );
}
