import { clsx } from 'clsx';
import { useId, type ReactNode } from 'react';

interface SwitchProps {
  label: string;
  /** Help below the label, which stays legible while the switch is disabled: it may say why. */
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** A labelled switch. A press on the label toggles the switch too. */
export function Switch({ label, hint, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <label className="flex min-h-11 cursor-pointer items-center justify-between gap-6 py-2 has-disabled:cursor-not-allowed">
      <span className="min-w-0">
        <span id={id} className={clsx('block', disabled && 'opacity-55')}>
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="block text-sm text-ink-faint">
            {hint}
          </span>
        )}
      </span>
      <button
        type="button"
        role="switch"
        aria-checked={checked}
        aria-labelledby={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className={clsx(
          'flex h-6.5 w-11 shrink-0 items-center rounded-full border px-[3px] transition-colors disabled:opacity-55',
          checked ? 'border-ink bg-ink' : 'border-line-strong bg-paper-sunken',
        )}
      >
        <span
          className={clsx(
            'size-4.5 rounded-full border border-transparent transition-[translate,background-color]',
            checked ? 'translate-x-4.5 bg-ink-inverse' : 'bg-line-strong',
          )}
        />
      </button>
    </label>
  );
}
