import { Skeleton } from './skeleton.tsx';

interface AvatarRowSkeletonsProps {
  /** The rows' name in messages, e.g. 'conversations'. */
  of: string;
  count: number;
}

/** Placeholders while rows of an avatar and two lines are loading. */
export function AvatarRowSkeletons({ of, count }: AvatarRowSkeletonsProps) {
  return (
    <div>
      <p data-announced className="sr-only">
        Loading {of}...
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
