import { BIO_MAX_LENGTH } from '@undertone/domain/limits';
import { countCharacters, truncateText } from '@undertone/domain/characters';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';

interface BioFieldProps {
  value: string;
  onValueChange: (bio: string) => void;
}

/** The bio field with its character count. */
export function BioField({ value, onValueChange }: BioFieldProps) {
  return (
    <Field label="Bio" counter={`${countCharacters(value)}/${BIO_MAX_LENGTH} characters`}>
      {(control) => (
        <Textarea
          {...control}
          name="bio"
          value={value}
          placeholder="A few words about you"
          // Not `maxLength`, which counts an emoji as two characters or more.
          onChange={({ currentTarget }) =>
            onValueChange(truncateText(currentTarget.value, BIO_MAX_LENGTH))
          }
        />
      )}
    </Field>
  );
}
