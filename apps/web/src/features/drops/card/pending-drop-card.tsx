import { durationLabel } from '@undertone/domain/number-labels';
import { voiceFilter } from '@undertone/domain/voice-filter';
import { useId } from 'react';
import { PlayIcon } from '#features/player/play-icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { Waveform } from '#ui/waveform.tsx';
import { DropAuthor } from './drop-author.tsx';
import type { Drop } from '#features/drops/drop.ts';

/** The card of a drop that is being posted, without actions. */
export default function PendingDropCard({ drop }: { drop: Drop }) {
  const titleId = useId();
  return (
    <article
      aria-labelledby={titleId}
      aria-busy="true"
      className="rounded-xl border border-line bg-paper-raised px-5 pt-5 pb-3 sm:px-7 sm:pt-6 sm:pb-4"
    >
      <header className="flex items-start gap-2">
        <DropAuthor drop={drop} />
      </header>
      <h2 id={titleId} className="mt-4 mb-4 text-title wrap-anywhere sm:text-2xl">
        {drop.title}
      </h2>
      <div className="flex gap-4 sm:gap-5">
        <IconButton
          label={`Play ${drop.title}`}
          tooltip=""
          variant="voice"
          size="lg"
          disabled
          className="mt-1"
        >
          <PlayIcon playing={false} waiting={false} />
        </IconButton>
        <div className="min-w-0 grow">
          <Waveform peaks={drop.waveform} className="h-16" />
          <p className="mt-1.5 flex justify-between gap-3 text-sm text-ink-faint">
            <span>{voiceFilter(drop.filter).shownName}</span>
            <span className="tabular-nums">{durationLabel(drop.duration)}</span>
          </p>
        </div>
      </div>
      {drop.hashtags.length > 0 && (
        <p className="mt-4 flex flex-wrap gap-x-3 gap-y-1 text-sm text-ink-soft">
          {drop.hashtags.map((tag) => (
            <span key={tag}>#{tag}</span>
          ))}
        </p>
      )}
      <footer className="mt-3 flex min-h-12.5 items-center gap-3 border-t border-line pt-2.5 text-sm text-ink-soft">
        <Spinner /> Posting...
      </footer>
    </article>
  );
}
