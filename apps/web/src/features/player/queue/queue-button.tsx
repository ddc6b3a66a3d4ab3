import { ListMusic } from 'lucide-react';
import { useState } from 'react';
import type { PlayerParts } from '#features/player/player-parts.ts';
import { usePlayer, usePlayerState } from '#features/player/use-player.ts';
import { Badge } from '#ui/badge.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { lazyPopup } from '#ui/lazy-part.tsx';

const QueueDialog = lazyPopup(() => import('./queue-dialog.tsx'));

/** Shows how many drops are queued, and opens the queue. Visitors have none. */
export function QueueButton(parts: Pick<PlayerParts, 'Suggestions'>) {
  const { listener } = usePlayer();
  const count = usePlayerState(({ queue }) => queue.length);
  const [open, setOpen] = useState(false);
  if (listener === undefined) return null;
  return (
    <>
      <IconButton
        label={count > 0 ? `Queue, ${count} queued` : 'Queue'}
        tooltip="Queue"
        size="sm"
        aria-haspopup="dialog"
        aria-expanded={open}
        className="relative"
        onClick={() => setOpen(true)}
      >
        <ListMusic />
        {count > 0 && (
          <Badge variant="count" className="absolute top-0 right-0">
            {count}
          </Badge>
        )}
      </IconButton>
      <QueueDialog {...parts} open={open} onOpenChange={setOpen} />
    </>
  );
}
