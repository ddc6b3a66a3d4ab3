import { useMemo } from 'react';
import type { Drop } from '#features/drops/drop.ts';
import { readFinishedDrops } from '#features/player/finished-drops.ts';
import { useSession } from '#features/session/session-context.ts';
import { useLeavesOutHeard } from './leave-out-heard.ts';

/**
 * The drops of a list that are shown: if the person wants that, without those of others that they had heard when the
 * list was opened. What is heard meanwhile stays.
 */
export function useUnheard(drops: readonly Drop[]): readonly Drop[] {
  const { user } = useSession();
  const isOn = useLeavesOutHeard();
  const heard = useMemo(() => readFinishedDrops(isOn ? user?.id : undefined), [isOn, user?.id]);
  return useMemo(
    () => drops.filter(({ id, author }) => !heard.has(id) || author.userId === user?.id),
    [drops, heard, user?.id],
  );
}
