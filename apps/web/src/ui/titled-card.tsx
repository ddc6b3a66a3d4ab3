import { useId, type ReactNode, type Ref } from 'react';

interface TitledCardProps {
  title: string;
  /** Refers to the card, which is focusable. */
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** A small card with a heading, as in the column beside the feed. */
export function TitledCard({ title, ref, children }: TitledCardProps) {
  const id = useId();
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={id}
      className="min-w-0 rounded-lg border border-line bg-paper-raised p-5"
    >
      <h2 id={id} className="mb-3 text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}
