import { discardedTitles } from '#features/clips/recorder/recorder-messages.ts';
import { toast } from '#ui/toast.ts';
import type { DiscardedTake } from './undo-discard.ts';

/** Offers to undo a discard. The take is deleted when the toast disappears. */
export function toastDiscarded({ takeId, why, timeLeft, undo, end }: DiscardedTake): void {
  toast.info(discardedTitles[why], {
    name: `take ${takeId}`,
    duration: timeLeft,
    action: { label: 'Undo', onPress: undo },
    onGone: end,
  });
}
