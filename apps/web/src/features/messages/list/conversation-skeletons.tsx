import { Skeleton } from '#ui/skeleton.tsx';

/** Placeholders while conversations are loading. */
export function ConversationSkeletons({ count }: { count: number }) {
  return (
    <div className="p-2">
      <p data-announced className="sr-only">
        Loading conversations...
      </p>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex items-center gap-3 p-3">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <div className="grow space-y-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
