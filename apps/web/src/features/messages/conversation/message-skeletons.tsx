import { Skeleton } from '#ui/skeleton.tsx';

const WIDTHS = ['w-3/5', 'w-2/5', 'w-1/2 ml-auto', 'w-2/3', 'w-1/3 ml-auto', 'w-2/5 ml-auto'];

/** Placeholders while messages are loading. */
export function MessageSkeletons() {
  return (
    <div className="mt-auto grid gap-3 p-4">
      <p data-announced className="sr-only">
        Loading messages...
      </p>
      {WIDTHS.map((width) => (
        <Skeleton key={width} className={`h-10 rounded-xl ${width}`} />
      ))}
    </div>
  );
}
