import { Skeleton } from '#ui/skeleton.tsx';

/** Placeholders for cards while the drops are loading. */
export function DropSkeletons({ count }: { count: number }) {
  return (
    <div className="space-y-5">
      <p data-announced className="sr-only">
        Loading voice drops
      </p>
      {Array.from({ length: count }, (_, index) => (
        <div
          key={index}
          aria-hidden="true"
          data-skeleton
          className="rounded-xl border border-line bg-paper-raised px-5 pt-5 pb-4 sm:px-7 sm:pt-6"
        >
          <div className="flex items-center gap-3">
            <Skeleton className="size-10 rounded-full" />
            <Skeleton className="h-4 w-36" />
          </div>
          <Skeleton className="mt-5 h-6 w-3/5" />
          <div className="mt-5 flex items-center gap-5">
            <Skeleton className="size-14 shrink-0 rounded-full" />
            <Skeleton className="h-14 grow rounded-md" />
          </div>
          <Skeleton className="mt-9 h-4 w-32" />
        </div>
      ))}
    </div>
  );
}
