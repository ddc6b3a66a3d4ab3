import { useId, type ReactNode, type Ref } from 'react';

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
