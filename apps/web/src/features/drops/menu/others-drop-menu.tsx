import { useQuery } from '@tanstack/react-query';
import type { Drop } from '#features/drops/drop.ts';
import { blockedPeopleOptions } from '#features/people/block-mutations.ts';
import { useClient } from '#lib/app.ts';
import type { MenuState } from '#ui/menu.tsx';
import ReportOrBlockMenu from './report-or-block-menu.tsx';
import { useQueueEntries } from '#features/player/queue/use-queue-entries.tsx';
import { useWhyHere } from './use-why-here.tsx';

interface OthersDropMenuProps extends MenuState {
  drop: Drop;
  viewerId: string;
}

/** The menu of another person's drop: queue it, why it is in a ranked list, report the drop, or block its author. */
export default function OthersDropMenu({ drop, viewerId, ...menu }: OthersDropMenuProps) {
  const { id, title, author } = drop;
  const { data: blocked } = useQuery(blockedPeopleOptions(useClient(), viewerId));
  const queueEntries = useQueueEntries(id);
  const whyHere = useWhyHere(drop);
  return (
    <>
      <ReportOrBlockMenu
        {...menu}
        before={[...queueEntries, ...whyHere.entries]}
        reported={{ kind: 'drop', id, name: title }}
        person={author}
        isBlocked={blocked?.some(({ userId }) => userId === author.userId) ?? false}
      />
      {whyHere.dialog}
    </>
  );
}
