import { X } from 'lucide-react';

interface HashtagListProps {
  tags: readonly string[];
  onRemove: (tag: string) => void;
}

/** The hashtags found in a description; pressing one takes it out. */
export function HashtagList({ tags, onRemove }: HashtagListProps) {
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
            #{tag}
            <X aria-hidden="true" className="size-3.5 text-ink-faint" />
          </button>
        </li>
      ))}
    </ul>
  );
}
