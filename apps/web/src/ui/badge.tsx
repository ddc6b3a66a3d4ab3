import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface BadgeProps {
  /** `count` for a number that asks for attention, `quiet` for a label. */
  variant?: 'count' | 'quiet';
  className?: string;
  children: ReactNode;
}

export function Badge({ variant = 'quiet', className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex items-center justify-center gap-1 rounded-full text-xs font-medium tabular-nums',
        variant === 'count'
          ? 'h-4.5 min-w-4.5 bg-ink px-1 text-ink-inverse'
          : 'h-6 border border-line px-2.5 text-ink-soft',
        className,
      )}
    >
      {children}
    </span>
  );
}
