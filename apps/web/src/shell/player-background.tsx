import { useCallback, useEffect } from 'react';
import { dropStore } from '#features/drops/drop-cache.ts';
import { playCounter } from '#features/drops/play-counter.ts';
import { readDrops } from '#features/drops/read-drops.ts';
import { skipGoneDrops } from '#features/drops/skip-gone-drops.ts';
import { countPlays } from '#features/player/count-plays.ts';
import { pauseOtherTabs } from '#features/player/pause-other-tabs.ts';
import { prepareNextTrack } from '#features/player/prepare-next-track.ts';
import { followQueue } from '#features/player/queue/follow-queue.ts';
import { renewVisibleAudioUrls } from '#features/player/renew-visible-audio-urls.ts';
import { restorePlayer } from '#features/player/restore-player.ts';
import { useSkipsSilence } from '#features/player/silence/skips-silence.ts';
import { storePlaybackPosition } from '#features/player/store-playback-position.ts';
import { storeVolumeAndSpeed } from '#features/player/store-volume-and-speed.ts';
import { usePlayer } from '#features/player/use-player.ts';
import type { Track } from '#features/player/track.ts';
import { useSession } from '#features/session/session-context.ts';
import { removeOtherAccounts } from '#lib/remove-other-accounts.ts';
import { useApp } from '#lib/app.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { toast } from '#ui/toast.ts';

const SilenceSkipper = lazyPart(() => import('#features/player/silence/silence-skipper.tsx'));

/**
 * Everything the player does without showing it. Its code is fetched when the page is idle; plays that
 * began before are counted and stored all the same.
 */
export default function PlayerBackground() {
  const { status, user } = useSession();
  const { client, queryClient } = useApp();
  const player = usePlayer();
  const skipsSilence = useSkipsSilence();
  const listenerId = user?.id;
  // Until the listener is known, nothing of an earlier page is shown or removed.
  const isListenerKnown = status !== 'loading';
  const readTracks = useCallback(
    async (ids: readonly string[]) => {
      const drops: Track[] = await readDrops(client, ids);
      const found = new Set(drops.map(({ id }) => id));
      const others = ids.filter((id) => !found.has(id));
      if (others.length === 0) return drops;
      const { readReplyTracks } = await import('#features/comments/read-reply-tracks.ts');
      return [...drops, ...(await readReplyTracks(client, others))];
    },
    [client],
  );

  useEffect(
    () => countPlays(client, player, (id) => playCounter(queryClient, id)),
    [client, player, queryClient],
  );
  useEffect(() => {
    const binds = [storeVolumeAndSpeed, pauseOtherTabs, prepareNextTrack, renewVisibleAudioUrls];
    const unbinds = binds.map((bind) => bind(player));
    return () => unbinds.forEach((unbind) => unbind());
  }, [player]);
  useEffect(() => {
    if (!isListenerKnown) return undefined;
    // The provider, which does the same, runs its effects after those of its children.
    player.changeListener(listenerId);
    removeOtherAccounts(listenerId);
    void restorePlayer(player, readTracks);
    const store = dropStore(queryClient);
    const ends = [
      storePlaybackPosition(player),
      followQueue(player, {
        find: (id) => store.get(id) ?? player.visibleTracks.find((track) => track.id === id),
        read: readTracks,
        onGone: toastSkipped,
      }),
      skipGoneDrops(player, store, toastSkipped),
    ];
    return () => ends.forEach((end) => end());
  }, [player, queryClient, listenerId, isListenerKnown, readTracks]);
  return skipsSilence ? <SilenceSkipper /> : null;
}

function toastSkipped(count: number): void {
  toast.info(
    count === 1
      ? '1 voice drop was skipped: it is no longer available.'
      : `${count} voice drops were skipped: they are no longer available.`,
  );
}
