import { clsx } from 'clsx';
import { useId } from 'react';
import type { CaseKind, Measure } from '#features/desk/cases/case.ts';
import { Key } from '#features/desk/key.tsx';
import { measureText } from './measures.ts';

interface MeasureChoiceProps {
  kind: CaseKind;
  measures: readonly Measure[];
  value: Measure | undefined;
  onChange: (measure: Measure) => void;
}

/** The measures, each with its letter, and what the chosen one does. */
export function MeasureChoice({ kind, measures, value, onChange }: MeasureChoiceProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">What is decided</legend>
      <div className="grid grid-cols-2 gap-1.5">
        {measures.map((measure) => {
          const { label, key } = measureText(kind, measure);
          return (
            <label
              key={measure}
              className={clsx(
                'relative flex min-h-11 cursor-pointer items-center gap-2 rounded-md border px-3 text-[0.9375rem] leading-tight font-medium transition-colors',
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-ink',
                measure === value
                  ? 'border-ink bg-ink text-ink-inverse'
                  : 'border-line bg-paper hover:bg-paper-hover',
                measures.length % 2 === 1 && 'first:col-span-2',
              )}
            >
              <input
                type="radio"
                name={name}
                value={measure}
                checked={measure === value}
                onChange={() => onChange(measure)}
                className="sr-only"
              />
              <span className="grow">{label}</span>
              <Key name={key} />
            </label>
          );
        })}
      </div>
      <p aria-live="polite" className="mt-2.5 text-sm text-ink-soft empty:mt-0">
        {value && measureText(kind, value).effect}
      </p>
    </fieldset>
  );
}
