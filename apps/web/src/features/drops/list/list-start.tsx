import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useNearScreen } from '#ui/use-near-screen.ts';

interface ListStartProps {
  /** What the list holds, e.g. 'voice drops'. */
  of: string;
  loading: boolean;
  /** They could not be fetched. */
  failed: boolean;
  onMore: () => void;
}

/** The head of a list whose newest pages were dropped: fetches them when it comes near the screen, and shows how that goes. */
export default function ListStart({ of, loading, failed, onMore }: ListStartProps) {
  const head = useNearScreen<HTMLDivElement>(!loading && !failed, onMore);
  return (
    // The height is fixed so that the rows below do not move.
    <div ref={head} className="flex h-16 items-start justify-center text-ink-soft">
      {loading && (
        <output className="flex h-10 items-center gap-3">
          <Spinner /> Loading more {of}...
        </output>
      )}
      {failed && !loading && (
        <div className="flex items-center gap-4">
          <p role="alert">Failed to load {of}</p>
          <Button variant="secondary" size="sm" onClick={onMore}>
            Try Again
          </Button>
        </div>
      )}
    </div>
  );
}
