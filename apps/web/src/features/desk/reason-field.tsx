import { STAFF_REASON_MAX_LENGTH } from '@undertone/domain/limits';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';

/** Shown at the field if it is empty. */
export const REASON_MISSING = 'Say why: the log keeps the reason';

interface ReasonFieldProps {
  error: string | undefined;
  value: string;
  onChange: (reason: string) => void;
}

/** The field `reason` of a form for an act that the log keeps. */
export function ReasonField({ error, value, onChange }: ReasonFieldProps) {
  return (
    <Field label="Why" hint="Kept in the log" error={error}>
      {(control) => (
        <Textarea
          {...control}
          name="reason"
          rows={2}
          maxLength={STAFF_REASON_MAX_LENGTH}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
