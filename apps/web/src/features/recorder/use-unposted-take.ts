import { useEffect, useState } from 'react';
import { useApp } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { onQueueChange } from '#features/clips/take/queue-changes.ts';
import { FOR_DROP } from '#features/clips/take/take-purpose.ts';
import { isLockedElsewhere, isLockedHere } from '#features/clips/take/take-lock.ts';
import { hasAudio, listCurrentTakes, type Take } from '#features/clips/take/take-store.ts';

/**
 * The newest take of an account that waits in the recorder: it is not discarded, not to be posted, and no recorder
 * shows it or records it now. Null while there is none, and undefined until that is known.
 */
export function useUnpostedTake(userId: string): Take | null | undefined {
  const { client } = useApp();
  const [take, setTake] = useState<Take | null>();

  useEffect(() => {
    // A browser without IndexedDB stores no takes.
    if (!('indexedDB' in window)) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    const read = () => {
      findUnposted(userId)
        .then((found) => signal.aborted || setTake(found))
        .catch((cause: unknown) => {
          logFailure('The unposted takes could not be read.', cause);
          if (!signal.aborted) setTake(null);
        });
    };
    read();
    onQueueChange(client, read, signal);
    // Another tab may have recorded or posted meanwhile.
    document.addEventListener('visibilitychange', read, { signal });
    return () => ended.abort();
  }, [client, userId]);

  return take;
}

async function findUnposted(userId: string): Promise<Take | null> {
  for (const take of await listCurrentTakes(userId, FOR_DROP)) {
    const { id } = take;
    if (take.discardedAt || take.post || isLockedHere(id)) continue;
    if ((await hasAudio(take)) && !(await isLockedElsewhere(id))) return take;
  }
  return null;
}
