import { Skeleton } from '#ui/skeleton.tsx';

/** Placeholders while notifications are loading. */
export function NotificationSkeletons({ count }: { count: number }) {
  return (
    <div>
      <p data-announced className="sr-only">
        Loading notifications...
      </p>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex items-start gap-4 p-3">
          <Skeleton className="mt-0.5 size-10 shrink-0 rounded-full" />
          <div className="grow space-y-2 pt-1">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-3.5 w-1/4" />
          </div>
        </div>
      ))}
    </div>
  );
}
