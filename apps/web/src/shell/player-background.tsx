import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { trackOf } from '#features/drops/drop.ts';
import { playCounter } from '#features/drops/play-counter.ts';
import { readDrops } from '#features/drops/read-drops.ts';
import { usePlayerBackground } from '#features/player/use-player-background.ts';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';

/** What the player does unseen, with the drops that it plays. Fetched when the page is idle. */
export default function PlayerBackground() {
  const { status, user } = useSession();
  const queryClient = useQueryClient();
  const client = useClient();
  usePlayerBackground({
    listenerId: user?.id,
    isListenerKnown: status !== 'loading',
    onPlay: useCallback((id: string) => playCounter(queryClient, id), [queryClient]),
    readTracks: useCallback(
      async (ids: readonly string[]) => (await readDrops(client, ids)).map(trackOf),
      [client],
    ),
  });
  return null;
}
