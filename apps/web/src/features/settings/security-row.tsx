import type { ReactNode } from 'react';

interface SecurityRowProps {
  title: string;
  /** The current state. */
  children?: ReactNode;
  /** Buttons that change the state. */
  action?: ReactNode;
  /** Shown below, in full width. */
  details?: ReactNode;
}

/** One row of the Security card: title, state and actions. */
export function SecurityRow({ title, children, action, details }: SecurityRowProps) {
  return (
    <section className="border-t border-line py-5 first:border-0 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-56">
          <h3 className="text-base">{title}</h3>
          <div className="mt-1 text-[0.9375rem] text-ink-soft empty:hidden">{children}</div>
        </div>
        {action && <div className="flex flex-wrap gap-2">{action}</div>}
      </div>
      {details}
    </section>
  );
}
