import { ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isNewer } from '#features/drops/drop-pages.ts';
import type { Drop } from '#features/drops/drop.ts';

interface NewestPillProps {
  drops: readonly Drop[];
  /** Whether the list has dropped its newest pages, so that new drops cannot be counted. */
  isCut: boolean;
  /** Refetches the list from its newest drops. */
  onRestart: () => void;
}

/** Shows the number of new drops above the screen, and scrolls there when pressed. */
export default function NewestPill({ drops, isCut, onRestart }: NewestPillProps) {
  const start = useRef<HTMLDivElement>(null);
  const [isAtStart, setAtStart] = useState(true);
  /** The newest drop at the time when the start of the list was last on the screen. */
  const [seen, setSeen] = useState<Drop | undefined>(drops[0]);
  if (isAtStart && !isCut && drops[0] && seen !== drops[0]) setSeen(drops[0]);

  useEffect(() => {
    if (!start.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      const last = entries.at(-1);
      if (last) setAtStart(last.isIntersecting || last.boundingClientRect.top > 0);
    });
    observer.observe(start.current);
    return () => observer.disconnect();
  }, []);

  const unseen = seen ? drops.filter((drop) => isNewer(drop, seen)).length : 0;
  const label = unseen === 1 ? '1 new voice drop' : `${unseen} new voice drops`;
  const goToStart = () => {
    if (isCut) onRestart();
    window.scrollTo({ top: 0, behavior: 'instant' });
    document.getElementById('main')?.focus({ preventScroll: true });
  };

  return (
    <>
      <div ref={start} />
      {!isAtStart && (unseen > 0 || isCut) && (
        <div className="sticky top-20 z-10 flex h-0 justify-center">
          <button
            type="button"
            onClick={goToStart}
            className="inline-flex h-10 animate-rise items-center gap-2 rounded-full bg-ink px-5 text-sm font-medium text-ink-inverse shadow-high"
          >
            <ArrowUp className="size-4" /> {unseen > 0 ? label : 'Newest voice drops'}
          </button>
        </div>
      )}
    </>
  );
}
