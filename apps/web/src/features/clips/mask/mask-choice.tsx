import { type VoiceFilter, type VoiceFilterId } from '@undertone/domain/voice-filter';
import { clsx } from 'clsx';
import { useId } from 'react';
import { FilterIcon } from './filter-icon.tsx';

interface MaskChoiceProps {
  filters: readonly VoiceFilter[];
  chosen: VoiceFilterId;
  onChoose: (id: VoiceFilterId) => void;
}

/** The voice filters in one row, which scrolls. */
export function MaskChoice({ filters, chosen, onChoose }: MaskChoiceProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0 grow">
      <legend className="sr-only">Voice filter</legend>
      {/* The last filter fades, which shows that there are more. */}
      <ul className="flex [scrollbar-width:none] gap-1.5 overflow-x-auto overscroll-x-contain [mask-image:linear-gradient(to_right,black_calc(100%-1.5rem),transparent)] py-1 pr-6 pl-1">
        {filters.map(({ id, shownName }) => (
          <li key={id} className="shrink-0">
            <label
              className={clsx(
                'relative flex min-h-10 cursor-pointer items-center gap-1.5 rounded-full border px-3 text-sm whitespace-nowrap transition-colors hover:bg-paper-hover',
                'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-ink',
                id === chosen ? 'border-ink font-medium' : 'border-line text-ink-soft',
              )}
            >
              <input
                type="radio"
                name={name}
                value={id}
                checked={id === chosen}
                onChange={() => onChoose(id)}
                className="sr-only"
              />
              <FilterIcon id={id} className="size-4.5 shrink-0" />
              {shownName}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
