import { HIDES_WORDS, type VoiceFilter } from '@undertone/domain/voice-filter';
import { clsx } from 'clsx';
import { Check, Pause, Play, ShieldCheck } from 'lucide-react';
import { IconButton } from '#ui/icon-button.tsx';
import { ProgressRing } from '#ui/progress-ring.tsx';
import { Spinner } from '#ui/spinner.tsx';

interface FilterOptionProps {
  filter: VoiceFilter;
  isChosen: boolean;
  isPlaying: boolean;
  /** Whether the filter is being applied, for a preview or because it was chosen. */
  isPending: boolean;
  /** The share of that which is done, 0 to 1, where it is known. */
  progress: number | undefined;
  onChoose: () => void;
  onPreview: () => void;
}

/** A voice filter that can be chosen and previewed. */
export function FilterOption(props: FilterOptionProps) {
  const { filter, isChosen, isPlaying, isPending, progress, onChoose, onPreview } = props;
  const isBest = filter.hides === 'most';
  return (
    <li
      className={clsx(
        'flex items-center rounded-lg border pr-2 transition-colors has-[label:hover]:bg-paper-hover',
        'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-ink',
        isChosen ? 'border-ink bg-paper-raised' : 'border-line',
      )}
    >
      <label className="flex min-h-14 min-w-0 grow cursor-pointer items-center gap-3.5 py-1.5 pr-2 pl-4 sm:min-h-16 sm:py-2">
        <input
          type="radio"
          name="voice-filter"
          value={filter.id}
          checked={isChosen}
          onChange={onChoose}
          className="sr-only"
        />
        <span aria-hidden="true" className="text-2xl">
          {filter.emoji}
        </span>
        <span className="min-w-0">
          <span className="flex items-center gap-1.5 font-medium">
            {filter.shownName}
            {isChosen && <Check aria-hidden="true" className="size-4" />}
          </span>
          {/* On phones the list would be too long with both lines for each. */}
          <span className={clsx('block text-sm text-ink-soft', !isBest && 'max-sm:hidden')}>
            {filter.description}
          </span>
          <span
            className={clsx(
              'flex items-center gap-1 text-[0.8125rem]',
              isBest ? 'font-medium text-ink' : 'text-ink-faint',
            )}
          >
            {isBest && <ShieldCheck aria-hidden="true" className="size-3.5" />}
            {HIDES_WORDS[filter.hides]}
          </span>
        </span>
      </label>
      {isPending && progress !== undefined && (
        <progress
          aria-label={`Applying ${filter.shownName}`}
          value={progress}
          className="sr-only"
        />
      )}
      <IconButton
        label={`${isPlaying ? 'Stop' : 'Preview'} ${filter.shownName}`}
        aria-busy={isPending || undefined}
        onClick={onPreview}
      >
        {isPending ? (
          progress === undefined ? (
            <Spinner />
          ) : (
            <ProgressRing share={progress} />
          )
        ) : isPlaying ? (
          <Pause fill="currentColor" className="text-voice" aria-hidden="true" />
        ) : (
          <Play aria-hidden="true" />
        )}
      </IconButton>
    </li>
  );
}
