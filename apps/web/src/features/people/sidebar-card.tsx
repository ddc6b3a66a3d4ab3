import { useId, type ReactNode, type Ref } from 'react';
import { Button } from '#ui/button.tsx';

interface SidebarCardProps {
  title: string;
  /** Refers to the card, which is focusable. */
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
  message: string;
  /** Whether a retry is running. */
  trying: boolean;
  onTryAgain: () => void;
}

/** Shown instead of content that failed to load. */
export function SidebarProblem({ message, trying, onTryAgain }: SidebarProblemProps) {
  return (
    <div className="space-y-3">
      <p role="alert" className="text-sm text-ink-soft">
        {message}
      </p>
      <Button variant="secondary" size="sm" pending={trying} onClick={onTryAgain}>
        Try Again
      </Button>
    </div>
  );
}
