import { useId, type ReactNode, type Ref } from 'react';
import { Button } from '#ui/button.tsx';

interface SidebarCardProps {
  title: string;
  /** The card, which can be given the focus. */
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** A card of the column beside the feed. */
export function SidebarCard({ title, ref, children }: SidebarCardProps) {
  const id = useId();
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={id}
      className="rounded-lg border border-line bg-paper-raised p-5"
    >
      <h2 id={id} className="mb-3 text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}

interface SidebarProblemProps {
  words: string;
  /** Another try is under way. */
  trying: boolean;
  onTryAgain: () => void;
}

/** Shown instead of content that could not be read. */
export function SidebarProblem({ words, trying, onTryAgain }: SidebarProblemProps) {
  return (
    <div className="space-y-3">
      <p role="alert" className="text-sm text-ink-soft">
        {words}
      </p>
      <Button variant="secondary" size="sm" pending={trying} onClick={onTryAgain}>
        Try Again
      </Button>
    </div>
  );
}
