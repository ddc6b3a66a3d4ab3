import { Skeleton } from '#ui/skeleton.tsx';

/** Placeholders for cards while the drops are loading. */
export function DropSkeletons({ count }: { count: number }) {
  return (
    <div className="space-y-3.5">
      <p data-announced className="sr-only">
        Loading voice drops
      </p>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} aria-hidden="true" data-skeleton className="drop-card">
          <header>
            <Skeleton className="size-10 rounded-full" />
            <Skeleton className="h-4 w-36" />
          </header>
          <div className="mt-10 mb-11.5 flex items-center gap-4">
            <Skeleton className="size-14 shrink-0 rounded-full" />
            <Skeleton className="h-14 grow rounded-md" />
          </div>
        </div>
      ))}
    </div>
  );
}
