import { clsx } from 'clsx';
import { PersonAvatar } from '#features/people/person-avatar.tsx';
import { popupClass } from '#ui/popup-class.ts';
import type { Mentions } from './use-mentions.ts';

/** The people who match a mention being typed. The focus stays in the text box. */
export function MentionList({ mentions, className }: { mentions: Mentions; className: string }) {
  return (
    <ul {...mentions.listProps} className={clsx(popupClass, 'rounded-lg p-1.5', className)}>
      {mentions.people.map((person, index) => (
        <li
          key={person.userId}
          {...mentions.optionProps(index, person)}
          className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-[0.9375rem] aria-selected:bg-paper-hover"
        >
          <PersonAvatar person={person} size="xs" />
          <span dir="auto" className="truncate">
            {person.username}
          </span>
        </li>
      ))}
    </ul>
  );
}
