import { detectHashtags, removeHashtag } from '@undertone/domain/hashtag';
import { DESCRIPTION_MAX_LENGTH, HASHTAGS_MAX } from '@undertone/domain/limits';
import { truncateDescription } from '@undertone/domain/title';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { HashtagList } from './hashtag-list.tsx';

interface DescriptionFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** The field for a drop's description, with the hashtags that it contains. */
export function DescriptionField({ value, onChange }: DescriptionFieldProps) {
  const tags = detectHashtags(value);
  return (
    <div className="grid gap-3">
      <Field
        label="Description"
        hint={`${tags.length}/${HASHTAGS_MAX} hashtags detected`}
        counter={`${value.length}/${DESCRIPTION_MAX_LENGTH} characters`}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={value}
            maxLength={DESCRIPTION_MAX_LENGTH}
            placeholder="A few words, with #hashtags if you like"
            // The description becomes the title, which is one line.
            onChange={({ currentTarget }) =>
              onChange(truncateDescription(currentTarget.value.replaceAll(/\s*\n\s*/g, ' ')))
            }
          />
        )}
      </Field>
      <HashtagList tags={tags} onRemove={(tag) => onChange(removeHashtag(value, tag))} />
    </div>
  );
}
