import { bioLength, truncateBio } from '@undertone/domain/bio';
import { BIO_MAX_LENGTH } from '@undertone/domain/limits';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';

interface BioFieldProps {
  value: string;
  onValueChange: (bio: string) => void;
}

/** The bio field with its character count. */
export function BioField({ value, onValueChange }: BioFieldProps) {
  return (
    <Field label="Bio" counter={`${bioLength(value)}/${BIO_MAX_LENGTH} characters`}>
      {(control) => (
        <Textarea
          {...control}
          name="bio"
          value={value}
          placeholder="A few words about you"
          // Not `maxLength`, which counts an emoji as two characters.
          onChange={({ currentTarget }) => onValueChange(truncateBio(currentTarget.value))}
        />
      )}
    </Field>
  );
}
