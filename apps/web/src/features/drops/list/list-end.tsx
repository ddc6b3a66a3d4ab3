import { Button } from '#ui/button.tsx';
import { QuietWave } from '#ui/quiet-wave.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useNearScreen } from './use-near-screen.ts';

interface ListEndProps {
  /** What the list holds, e.g. 'voice drops'. */
  of: string;
  hasMore: boolean;
  loading: boolean;
  /** More could not be fetched. */
  failed: boolean;
  onMore: () => void;
}

/** The foot of a list: asks for more when it comes near the screen, and says how that goes. */
export function ListEnd({ of, hasMore, loading, failed, onMore }: ListEndProps) {
  const foot = useNearScreen<HTMLDivElement>(hasMore && !loading && !failed, onMore);
  return (
    <div
      ref={foot}
      className="flex min-h-24 flex-col items-center justify-center gap-4 pt-8 text-ink-soft"
    >
      {loading && (
        <output className="flex items-center gap-3">
          <Spinner /> Loading more {of}...
        </output>
      )}
      {failed && !loading && (
        <>
          <p role="alert">Failed to load {of}</p>
          <Button variant="secondary" size="sm" onClick={onMore}>
            Try Again
          </Button>
        </>
      )}
      {!hasMore && (
        <>
          <QuietWave className="h-6 text-line-strong" />
          <p className="text-sm">That is all for now.</p>
        </>
      )}
    </div>
  );
}
