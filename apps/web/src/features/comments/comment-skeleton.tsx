import { Skeleton } from '#ui/skeleton.tsx';

const widths = ['w-4/5', 'w-3/5', 'w-11/12', 'w-1/2'];

/** Placeholders while comments are loading. */
export function CommentSkeletons() {
  return (
    <div className="space-y-8 pt-2">
      <p data-announced className="sr-only">
        Loading comments...
      </p>
      {widths.map((width) => (
        <div key={width} className="flex gap-3" data-skeleton>
          <Skeleton className="size-8 rounded-full" />
          <div className="grow space-y-2.5 pt-1">
            <Skeleton className="h-4 w-32" />
            <Skeleton className={`h-4 ${width}`} />
          </div>
        </div>
      ))}
    </div>
  );
}
