import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useNearScreen } from '#ui/use-near-screen.ts';

interface EarlierCommentsProps {
  hasMore: boolean;
  loading: boolean;
  /** Whether the request failed. */
  failed: boolean;
  onMore: () => void;
}

/** The top of the comments: loads earlier comments when scrolled into view, and shows the request's state. */
export function EarlierComments({ hasMore, loading, failed, onMore }: EarlierCommentsProps) {
  const head = useNearScreen<HTMLDivElement>(hasMore && !loading && !failed, onMore, 0);
  if (!hasMore) return null;
  return (
    <div
      ref={head}
      className="flex min-h-14 flex-wrap items-center justify-center gap-3 text-sm text-ink-soft"
    >
      {loading && (
        <output className="flex items-center gap-3">
          <Spinner /> Loading earlier comments...
        </output>
      )}
      {failed && !loading && (
        <>
          <p role="alert">Failed to load comments</p>
          <Button variant="secondary" size="sm" onClick={onMore} className="h-10">
            Try Again
          </Button>
        </>
      )}
    </div>
  );
}
