import { clsx } from 'clsx';
import { useId, type ReactNode } from 'react';

/** Props that connect a control to its field. */
interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: ReactNode;
  /** Help below the control. */
  hint?: ReactNode;
  /** Replaces the hint and marks the control as invalid. */
  error?: ReactNode;
  /** Replaces the hint, e.g. by 'Username is available!'. */
  success?: ReactNode;
  /** Shown at the right below the control, e.g. '12/50 characters'. */
  counter?: ReactNode;
  children: (control: FieldControl) => ReactNode;
}

/**
 * A labelled control with its hint, error and counter, connected for assistive
 * technology: `<Field label="Email">{(control) => <Input {...control} />}</Field>`.
 */
export function Field(props: FieldProps) {
  const { label, hint, error, success, counter, children } = props;
  const id = useId();
  const message = error ?? success ?? hint;
  const describedBy = [message && `${id}-message`, counter && `${id}-counter`].filter(Boolean);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy.length > 0 ? describedBy.join(' ') : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <div className="flex justify-between gap-4 text-sm text-ink-faint">
        <p
          id={`${id}-message`}
          // In the document also while it is empty: otherwise the first message would not be read.
          aria-live="polite"
          className={clsx(error && 'text-danger', !error && success && 'text-success')}
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
