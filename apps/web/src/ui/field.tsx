import { clsx } from 'clsx';
import { useId, type ReactNode } from 'react';

/** What a control must carry to belong to its field. */
interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  /** A quiet word of help below the control. */
  hint?: ReactNode;
  /** What is wrong; replaces the hint and marks the control as invalid. */
  error?: ReactNode;
  /** What is right, e.g. 'Username is available!'; replaces the hint. */
  success?: ReactNode;
  /** Stands at the right below the control, e.g. '12/50 characters'. */
  counter?: ReactNode;
  /** Marks the control as wrong where the words stand elsewhere, e.g. in a toast. */
  invalid?: boolean;
  /** Draws the label only for screen readers. */
  hideLabel?: boolean;
  children: (control: FieldControl) => ReactNode;
}

/**
 * A labelled control with its hint, error and counter, wired for assistive
 * technology: `<Field label="Email">{(control) => <Input {...control} />}</Field>`.
 */
export function Field(props: FieldProps) {
  const { label, hint, error, success, counter, children } = props;
  const { invalid = false, hideLabel = false } = props;
  const id = useId();
  const message = error ?? success ?? hint;
  const describedBy = [message && `${id}-message`, counter && `${id}-counter`].filter(Boolean);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className={clsx('text-sm font-medium', hideLabel && 'sr-only')}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy.length > 0 ? describedBy.join(' ') : undefined,
        'aria-invalid': error || invalid ? true : undefined,
      })}
      <div className="flex justify-between gap-4 text-sm text-ink-faint empty:hidden">
        <p
          id={`${id}-message`}
          aria-live="polite"
          className={clsx(
            'empty:hidden',
            error && 'text-danger',
            !error && success && 'text-success',
          )}
        >
          {message}
        </p>
        {counter && (
          <p id={`${id}-counter`} className="ml-auto tabular-nums">
            {counter}
          </p>
        )}
      </div>
    </div>
  );
}
