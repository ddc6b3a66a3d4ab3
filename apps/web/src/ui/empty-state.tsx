import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { WaveformOrnament } from './waveform-ornament.tsx';

interface EmptyStateProps {
  title: string;
  /** Makes the title the page's heading, for a page without other content. */
  heading?: boolean;
  description?: ReactNode;
  /** A button or link. */
  action?: ReactNode;
}

/** Takes the place of a list without items. */
export function EmptyState({ title, heading = false, description, action }: EmptyStateProps) {
  const Title = heading ? 'h1' : 'p';
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center px-4 py-16 text-center wrap-anywhere">
      <WaveformOrnament className="mb-7 h-9 text-line-strong" />
      <Title
        className={clsx(
          'font-display text-balance',
          heading ? 'text-2xl sm:text-3xl' : 'text-xl leading-snug',
        )}
      >
        {title}
      </Title>
      {description && <p className="mt-2 text-ink-soft">{description}</p>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
