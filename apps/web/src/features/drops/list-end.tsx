import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { QuietWave } from '#ui/quiet-wave.tsx';
import { Spinner } from '#ui/spinner.tsx';

/** How far before its end, in CSS pixels, a list begins to fetch more. */
const AHEAD = 900;

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
  const foot = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(onMore);
  const waiting = hasMore && !loading && !failed;

  useEffect(() => {
    if (!waiting || !foot.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) more();
      },
      { rootMargin: `${AHEAD}px` },
    );
    observer.observe(foot.current);
    return () => observer.disconnect();
  }, [waiting]);

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
