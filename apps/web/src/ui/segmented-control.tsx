import { clsx } from 'clsx';
import { useId, type ReactNode } from 'react';

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
}

interface SegmentedControlProps<Value extends string> {
  /** The name of the choice, e.g. 'Who can listen'. */
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Shows the label only to screen readers. */
  hideLabel?: boolean;
  disabled?: boolean;
}

/** A choice among a few segments: native radio buttons side by side, in more lines where they do not fit. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, segments, value, onChange, hideLabel = false, disabled = false } = props;
  const name = useId();
  return (
    <fieldset disabled={disabled} className="min-w-0 disabled:opacity-55">
      <legend className={clsx('mb-1.5 text-sm font-medium', hideLabel && 'sr-only')}>
        {label}
      </legend>
      <div className="inline-flex max-w-full flex-wrap rounded-[calc(--spacing(5.5))] border border-line bg-paper-sunken p-0.5">
        {segments.map((segment) => (
          <label
            key={segment.value}
            className={clsx(
              'relative flex h-10 shrink-0 cursor-pointer items-center gap-1.5 rounded-full text-sm font-medium transition-colors',
              segments.length > 4 ? 'px-2.5 sm:px-4' : 'px-4',
              'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ink [&_svg]:size-4',
              segment.value === value
                ? 'bg-paper-raised text-ink shadow-low'
                : 'text-ink-soft hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              value={segment.value}
              checked={segment.value === value}
              onChange={() => onChange(segment.value)}
              className="sr-only"
            />
            {segment.icon}
            {segment.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
