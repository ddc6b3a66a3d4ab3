import { TitledCard } from '#ui/titled-card.tsx';
import { TagLink } from './tag-link.tsx';
import { useFollowedTags } from './tag-queries.ts';

/** The hashtags that the viewer follows, beside the feed; renders nothing if there are none. */
export function YourTags() {
  const tags = useFollowedTags();
  if (!tags || tags.length === 0) return null;
  return (
    <TitledCard title="Your tags">
      <ul className="flex max-h-64 flex-wrap gap-2 overflow-y-auto">
        {tags.map((tag) => (
          <li key={tag} className="max-w-full">
            <TagLink tag={tag} />
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}
