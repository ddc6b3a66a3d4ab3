import { useQuery } from '@tanstack/react-query';
import { UNTITLED } from '@undertone/domain/title';
import type { Drop } from '#features/drops/drop.ts';
import { earlierWordsOptions } from '#features/drops/earlier-words-queries.ts';
import { useClient } from '#lib/app.ts';
import DialogPopup from '#ui/dialog-popup.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { exactMoment } from '#ui/exact-moment.ts';
import { Loading } from '#ui/loading.tsx';
import { QueryList } from '#ui/query-list.tsx';

interface EarlierWordsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  drop: Drop;
}

/** Lists the words that an own drop had before, with the time at which each was replaced. */
export default function EarlierWordsDialog({ drop, ...dialog }: EarlierWordsDialogProps) {
  const words = useQuery(earlierWordsOptions(useClient(), drop.id));
  return (
    <DialogPopup
      {...dialog}
      title="Earlier words"
      description="Only you see them here. They are deleted 90 days after you replaced them."
    >
      <QueryList
        query={words}
        of="earlier words"
        failure="Failed to load earlier words"
        loading={<Loading label="Loading earlier words..." />}
        compact
        isEmpty={words.data?.length === 0}
        empty={<EmptyState title="No earlier words" />}
      >
        <ul aria-label="Earlier words" className="divide-y divide-line">
          {words.data?.map(({ id, title, replacedAt }) => (
            <li key={id} className="py-3">
              <p dir="auto" className="wrap-anywhere">
                {title ?? UNTITLED}
              </p>
              <p className="text-sm text-ink-faint">
                Replaced <time dateTime={replacedAt}>{exactMoment(replacedAt)}</time>
              </p>
            </li>
          ))}
        </ul>
      </QueryList>
    </DialogPopup>
  );
}
