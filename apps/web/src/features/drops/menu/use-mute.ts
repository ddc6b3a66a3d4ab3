import { dropStore } from '#features/drops/drop-cache.ts';
import { dropKeys } from '#features/drops/drop-keys.ts';
import { resetDropsAndPeople } from '#features/drops/invalidate-drops-by.ts';
import { invalidatePeople } from '#features/people/invalidate-people.ts';
import { endMute, setMuted, type MuteSubject } from '#features/people/mute-queries.ts';
import { useApp } from '#lib/app.ts';
import { limitReason } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { toast } from '#ui/toast.ts';

const DAY_MS = 86_400_000;

/** For how long something can be muted. */
export type MuteSpan = 'day' | 'week' | 'ever';

const days = { day: 1, week: 7 } as const;

/** Functions that mute something, or end that, with toasts. They return whether it was saved. */
export function useMute() {
  const { client, queryClient } = useApp();
  const store = dropStore(queryClient);

  /** A person's drops disappear where they are; what else is muted is known to the server only. */
  const show = ({ kind, subject }: MuteSubject, isMuted: boolean) => {
    if (kind !== 'person') {
      resetDropsAndPeople(queryClient);
      return;
    }
    for (const { id } of store.ofAuthor(subject)) {
      store.edit(id, 'mute', (drop) => ({ ...drop, isMuted }));
    }
    void queryClient.invalidateQueries({ queryKey: dropKeys.lists(), refetchType: 'none' });
    invalidatePeople(queryClient);
  };

  const unmute = async (muted: MuteSubject, name: string): Promise<boolean> => {
    try {
      await endMute(client, muted);
      show(muted, false);
      toast.success(`${name} is no longer muted`);
      return true;
    } catch (cause) {
      logFailure('A mute could not be ended.', cause);
      toast.error(`Failed to unmute ${name}. Please try again.`);
      return false;
    }
  };

  const mute = async (muted: MuteSubject, name: string, span: MuteSpan): Promise<boolean> => {
    try {
      const until = span === 'ever' ? null : new Date(Date.now() + days[span] * DAY_MS);
      const stored = await setMuted(client, muted, until);
      show(stored, true);
      toast.success(`${name} is muted`, {
        action: { label: 'Undo', onPress: () => void unmute(stored, name) },
      });
      return true;
    } catch (cause) {
      logFailure('Something could not be muted.', cause);
      toast.error(limitReason(cause) ?? `Failed to mute ${name}. Please try again.`);
      return false;
    }
  };

  return { mute, unmute };
}
