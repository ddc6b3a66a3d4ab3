import type { VoiceFilter } from '@undertone/domain/voice-filter';
import { clsx } from 'clsx';
import { Check, Pause, Play } from 'lucide-react';
import { IconButton } from '#ui/icon-button.tsx';
import { Spinner } from '#ui/spinner.tsx';

interface FilterOptionProps {
  filter: VoiceFilter;
  isChosen: boolean;
  isPlaying: boolean;
  /** Whether the filter is being applied, for a preview or because it was chosen. */
  isPending: boolean;
  onChoose: () => void;
  onPreview: () => void;
}

/** A voice filter that can be chosen and previewed. */
export function FilterOption(props: FilterOptionProps) {
  const { filter, isChosen, isPlaying, isPending, onChoose, onPreview } = props;
  return (
    <li
      className={clsx(
        'flex items-center rounded-lg border pr-2 transition-colors has-[label:hover]:bg-paper-hover',
        'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-ink',
        isChosen ? 'border-ink bg-paper-raised' : 'border-line',
      )}
    >
      <label className="flex min-h-16 min-w-0 grow cursor-pointer items-center gap-3.5 py-2 pr-2 pl-4">
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
          <span className="block text-sm text-ink-soft">{filter.description}</span>
        </span>
      </label>
      <IconButton
        label={`${isPlaying ? 'Stop' : 'Preview'} ${filter.shownName}`}
        aria-busy={isPending || undefined}
        onClick={onPreview}
      >
        {isPending ? (
          <Spinner />
        ) : isPlaying ? (
          <Pause fill="currentColor" className="text-voice" aria-hidden="true" />
        ) : (
          <Play aria-hidden="true" />
        )}
      </IconButton>
    </li>
  );
}
