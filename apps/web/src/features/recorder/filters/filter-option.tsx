import { HIDES_WORDS, type VoiceFilter } from '@undertone/domain/voice-filter';
import { clsx } from 'clsx';
import { Check, Pause, Play, ShieldCheck } from 'lucide-react';
import { IconButton } from '#ui/icon-button.tsx';
import { ProgressRing } from '#ui/progress-ring.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { FilterIcon } from '#features/clips/mask/filter-icon.tsx';
import type { usePreviewKeys } from './use-preview-keys.ts';

interface FilterOptionProps {
  filter: VoiceFilter;
  isChosen: boolean;
  isPlaying: boolean;
  /** Whether the filter is being applied, for a preview or because it was chosen. */
  isPending: boolean;
  /** The progress of applying the filter, 0 to 1, if known. */
  progress: number | undefined;
  previewKeys: ReturnType<ReturnType<typeof usePreviewKeys>>;
  onChoose: () => void;
  onPreview: () => void;
}

/** A voice filter that can be chosen and previewed: a card of the grid. */
export function FilterOption(props: FilterOptionProps) {
  const { filter, isChosen, isPlaying, isPending, progress } = props;
  const isBest = filter.hides === 'most';
  return (
    <li
      className={clsx(
        'relative flex rounded-lg border transition-colors has-[label:hover]:bg-paper-hover sm:items-center sm:pr-2',
        'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-ink',
        isChosen ? 'border-ink bg-paper-raised' : 'border-line',
      )}
    >
      <label className="flex min-w-0 grow cursor-pointer gap-2 py-2 pr-1 pl-2.5 sm:min-h-16 sm:items-center sm:gap-3.5 sm:pr-2 sm:pl-4">
        <input
          type="radio"
          name="voice-filter"
          value={filter.id}
          checked={isChosen}
          onChange={props.onChoose}
          className="sr-only"
        />
        <FilterIcon id={filter.id} className="size-5 shrink-0 max-sm:mt-px sm:size-6" />
        <span className="min-w-0 max-sm:leading-tight">
          {/* On a phone, the preview button is beside the name. */}
          <span className="flex min-h-5.5 items-center gap-1.5 font-medium max-sm:pr-9 max-sm:text-[0.9375rem]">
            {filter.shownName}
            {isChosen && <Check aria-hidden="true" className="size-4 shrink-0 max-sm:hidden" />}
          </span>
          <span className="block text-sm text-ink-soft max-sm:text-[0.8125rem] max-sm:leading-tight">
            {filter.description}
          </span>
          <span
            className={clsx(
              'flex items-center gap-1 text-[0.8125rem] max-sm:leading-tight',
              isBest ? 'font-medium text-ink' : 'text-ink-faint',
            )}
          >
            {isBest && <ShieldCheck aria-hidden="true" className="size-3.5 shrink-0" />}
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
        {...props.previewKeys}
        className="max-sm:absolute max-sm:-top-0.5 max-sm:right-0"
        onClick={props.onPreview}
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
