import { clsx } from 'clsx';

/** A quiet shape where content will be. Give it its size by className; hide the group from screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={clsx('animate-shimmer bg-paper-hover [:where(&)]:rounded-sm', className)}
    />
  );
}
