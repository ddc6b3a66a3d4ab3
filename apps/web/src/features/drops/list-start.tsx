import { Spinner } from '#ui/spinner.tsx';
import { useNearScreen } from './use-near-screen.ts';

interface ListStartProps {
  /** What the list holds, e.g. 'voice drops'. */
  of: string;
  loading: boolean;
  failed: boolean;
  onMore: () => void;
}

/** The head of a list that has let go of its newest: asks for them again when one comes back there. */
export default function ListStart({ of, loading, failed, onMore }: ListStartProps) {
  const head = useNearScreen<HTMLDivElement>(!loading && !failed, onMore);
  return (
    <div ref={head} className="flex h-16 items-start justify-center text-ink-soft">
      {loading && (
        <output className="flex items-center gap-3">
          <Spinner /> Loading more {of}...
        </output>
      )}
    </div>
  );
}
