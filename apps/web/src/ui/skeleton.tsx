import { clsx } from 'clsx';

/** A placeholder in the shape of content that is loading. Give it its size by className. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={clsx('animate-shimmer bg-paper-hover [:where(&)]:rounded-sm', className)}
    />
  );
}
