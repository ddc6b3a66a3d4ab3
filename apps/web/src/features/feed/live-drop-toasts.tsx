import { isolate } from '@undertone/domain/text';
import { useEffect } from 'react';
import { toast } from '#ui/toast.ts';
import { ANONYMOUS, type Drop } from '#features/drops/drop.ts';
import { usePlayer } from '#features/player/use-player.ts';
import { followCounts } from './live-counts.ts';
import { followDrops } from './live-drops.ts';
import { useApp } from '#lib/app.ts';

const nameOf = ({ author }: Drop) => author.username ?? ANONYMOUS;

/** Shows one toast for all drops that arrived together. */
function toastNewDrops([first, ...others]: Drop[]): void {
  if (!first) return;
  if (others.length > 0) toast.info(`${others.length + 1} new voice drops`);
  else
    toast.info('New voice drop', {
      description: `${nameOf(first)} just shared “${isolate(first.title)}”`,
    });
}

function toastRemoval(drop: Drop): void {
  toast.info('Voice drop removed', {
    description: `${nameOf(drop)} deleted “${isolate(drop.title)}”`,
  });
}

interface LiveDropToastsProps {
  /** The viewer, whose own drops raise no toast; undefined for a visitor. */
  viewerId: string | undefined;
}

/** Keeps the lists of drops up to date, and shows toasts for new and removed drops. Renders nothing. */
export default function LiveDropToasts({ viewerId }: LiveDropToastsProps) {
  const app = useApp();
  useEffect(
    () => followDrops(app, viewerId, { onArrived: toastNewDrops, onRemoved: toastRemoval }),
    [app, viewerId],
  );
  const player = usePlayer();
  useEffect(() => followCounts(app, () => player.visibleTracks.map(({ id }) => id)), [app, player]);
  return null;
}
