import { useEffect } from 'react';
import { toast } from '#ui/toast.ts';
import { ANONYMOUS, type Drop } from '#features/drops/drop.ts';
import { followDrops } from './live-drops.ts';
import { useApp } from '#lib/app.ts';

const nameOf = ({ author }: Drop) => author.username ?? ANONYMOUS;

/** Shows one toast for all drops that came at once. */
function announce([first, ...others]: Drop[]): void {
  if (!first) return;
  if (others.length > 0) toast.info(`${others.length + 1} new voice drops`);
  else
    toast.info('New voice drop', { description: `${nameOf(first)} just shared “${first.title}”` });
}

function announceRemoval(drop: Drop): void {
  toast.info('Voice drop removed', { description: `${nameOf(drop)} deleted “${drop.title}”` });
}

interface LiveDropsFollowerProps {
  /** Whose own drops are no news; undefined for a visitor. */
  viewerId: string | undefined;
}

/** Follows what others post, change and delete, and says so. Draws nothing itself. */
export default function LiveDropsFollower({ viewerId }: LiveDropsFollowerProps) {
  const app = useApp();
  useEffect(
    () => followDrops(app, viewerId, { onArrived: announce, onRemoved: announceRemoval }),
    [app, viewerId],
  );
  return null;
}
