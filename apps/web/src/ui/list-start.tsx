import { Button } from './button.tsx';
import { Spinner } from './spinner.tsx';
import { useNearScreen } from './use-near-screen.ts';

interface ListStartProps {
  /** Shown while a page loads, e.g. 'Loading more voice drops...'. */
  label: string;
  /** Shown when the page could not be fetched. */
  failure: string;
  loading: boolean;
  /** Whether the page could not be fetched. */
  failed: boolean;
  onMore: () => void;
  /** See `useNearScreen`. */
  ahead?: number;
}

/** The start of a list that continues upwards: fetches a page when near the screen, and shows the request's state. */
export default function ListStart(props: ListStartProps) {
  const { label, failure, loading, failed, onMore, ahead } = props;
  const head = useNearScreen<HTMLDivElement>(!loading && !failed, onMore, ahead);
  return (
    // The height is fixed so that the rows below do not move.
    <div ref={head} className="flex h-16 items-start justify-center text-ink-soft">
      {loading && (
        <p data-announced className="flex h-10 items-center gap-3">
          <Spinner /> {label}
        </p>
      )}
      {failed && !loading && (
        <div className="flex items-center gap-4">
          <p role="alert">{failure}</p>
          <Button variant="secondary" size="sm" onClick={onMore}>
            Try Again
          </Button>
        </div>
      )}
    </div>
  );
}
