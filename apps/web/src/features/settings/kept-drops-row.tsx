import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { KEPT_MAX_BYTES, listKeptClips, removeKeptOf } from '#lib/kept-store.ts';
import { keepsDrops, setKeepsDrops } from '#lib/keeps-drops.ts';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast.ts';

/** How often the used space is read again while drops are kept, in milliseconds. */
const READ_EVERY_MS = 3000;

const megabytes = (bytes: number) =>
  `${bytes > 0 && bytes < 100_000 ? 'less than 0.1' : (bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;

/** The switch that keeps drops on this device to be played offline, with the space that they use. */
export function KeptDropsRow({ userId }: { userId: string }) {
  const queryClient = useQueryClient();
  const [isOn, setShown] = useState(() => keepsDrops(userId));
  const queryKey = ['kept-clips', userId];
  const { data: clips = [] } = useQuery({
    queryKey,
    queryFn: () => listKeptClips(userId),
    meta: { isLocal: true },
    staleTime: 0,
    refetchInterval: isOn && READ_EVERY_MS,
  });
  const used = clips.reduce((sum, { size }) => sum + size, 0);

  const change = (on: boolean) => {
    setKeepsDrops(userId, on);
    setShown(on);
  };
  const remove = async () => {
    change(false);
    try {
      await removeKeptOf(userId);
      toast.success('Deleted from this device');
    } catch (cause) {
      logFailure('The kept drops could not be deleted.', cause);
      toast.error('Error', { description: 'The kept voice drops could not be deleted.' });
    }
    await queryClient.invalidateQueries({ queryKey });
  };

  return (
    <>
      <Switch
        label="Keep voice drops for offline listening"
        hint={`Your bookmarks and your last feed, at most ${megabytes(KEPT_MAX_BYTES)}, until you sign out. Downloaded while the page is idle, and not over a metered connection. Plays while you are offline are not counted. Takes effect at once.`}
        checked={isOn}
        onChange={change}
      />
      {(isOn || clips.length > 0) && (
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
          <p className="text-sm text-ink-soft tabular-nums">
            {clips.length} voice {clips.length === 1 ? 'drop' : 'drops'}, {megabytes(used)} used
          </p>
          <Button variant="secondary" size="sm" onClick={() => void remove()}>
            {isOn ? 'Delete and turn off' : 'Delete'}
          </Button>
        </div>
      )}
    </>
  );
}
