import { detectHashtags, removeHashtag } from '@undertone/domain/hashtag';
import { DESCRIPTION_MAX_LENGTH, HASHTAGS_MAX } from '@undertone/domain/limits';
import { countCharacters, truncateText } from '@undertone/domain/characters';
import { X } from 'lucide-react';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';

interface DescriptionFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** The field for a drop's description, with the counters 'n/50 characters' and 'n/5 hashtags detected', and the hashtags. */
export function DescriptionField({ value, onChange }: DescriptionFieldProps) {
  const tags = detectHashtags(value);
  return (
    <div className="grid gap-3">
      <Field
        label="Description"
        hint={`${tags.length}/${HASHTAGS_MAX} hashtags detected`}
        counter={`${countCharacters(value)}/${DESCRIPTION_MAX_LENGTH} characters`}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={value}
            placeholder="A few words, with #hashtags if you like"
            // The description becomes the title, which is one line.
            onChange={({ currentTarget }) =>
              onChange(
                truncateText(
                  currentTarget.value.replaceAll(/\s*\n\s*/g, ' '),
                  DESCRIPTION_MAX_LENGTH,
                ),
              )
            }
          />
        )}
      </Field>
      <HashtagList tags={tags} onRemove={(tag) => onChange(removeHashtag(value, tag))} />
    </div>
  );
}

interface HashtagListProps {
  tags: readonly string[];
  onRemove: (tag: string) => void;
}

/** The hashtags found in a description; pressing one removes it from the text. */
function HashtagList({ tags, onRemove }: HashtagListProps) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Detected hashtags" className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag}>
          <button
            type="button"
            aria-label={`Remove hashtag ${tag}`}
            onClick={() => onRemove(tag)}
            className="flex h-10 items-center gap-1.5 rounded-full border border-line bg-paper-sunken pr-2.5 pl-3.5 text-sm transition-colors hover:bg-paper-hover"
          >
            <bdi>#{tag}</bdi>
            <X aria-hidden="true" className="size-3.5 text-ink-faint" />
          </button>
        </li>
      ))}
    </ul>
  );
}
