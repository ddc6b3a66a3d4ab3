import { logNote } from '#lib/log.ts';

/** A drop's hashtags. */
export function DropHashtags({ hashtags }: { hashtags: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1" aria-label="Hashtags">
      {hashtags.map((tag) => (
        <li key={tag}>
          <button
            type="button"
            onClick={() => logNote('Hashtag chosen', tag)}
            className="rounded-sm text-sm text-ink-soft hover:text-ink hover:underline"
          >
            #{tag}
          </button>
        </li>
      ))}
    </ul>
  );
}
