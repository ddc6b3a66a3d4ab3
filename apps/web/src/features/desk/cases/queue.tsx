import { useInfiniteQuery } from '@tanstack/react-query';
import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { useClient } from '#lib/app.ts';
import { backendMessage, errorMessage } from '#lib/backend-error.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { QueryList } from '#ui/query-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { useLastDecision } from '#features/desk/decision/undo.ts';
import { DeskKeysDialog } from '#features/desk/desk-keys-dialog.tsx';
import { useDeskKeys } from '#features/desk/use-desk-keys.ts';
import { useDeskSearch } from '#features/desk/use-desk-search.ts';
import { isWithoutFactor } from '#features/desk/use-refused-factor.ts';
import { useAssign } from './case-mutations.ts';
import { queueOptions } from './case-queries.ts';
import { CaseRow } from './case-row.tsx';
import { readQueueFilters } from './queue-filters.ts';
import { QueueFilterBar } from './queue-filter-bar.tsx';

/** The cases that wait, grouped by their subjects. */
export function Queue({ userId }: { userId: string }) {
  const client = useClient();
  const [filters, setFilters] = useDeskSearch(readQueueFilters);
  const queue = useInfiniteQuery(queueOptions(client, filters));
  const cases = queue.data?.pages.flatMap((page) => page.cases) ?? [];
  const counts = queue.data?.pages[0]?.counts;
  const assign = useAssign();
  const { undoLast } = useLastDecision(userId);
  const [showsKeys, setShowsKeys] = useState(false);

  const assignFocused = async () => {
    const item = cases.find(({ id }) => id === focusedRow()?.dataset['case']);
    if (!item || item.closedAt !== null) return;
    try {
      await assign.mutateAsync({ caseId: item.id, mine: item.assignedTo?.userId !== userId });
    } catch (cause) {
      if (!isWithoutFactor(cause)) toast.error(errorMessage(cause));
    }
  };

  useDeskKeys({
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    a: () => void assignFocused(),
    u: () => void undoLast(),
    '?': () => setShowsKeys(true),
  });

  return (
    <>
      <div className="mb-4 flex items-center gap-3">
        <h2 className="text-2xl">Queue</h2>
        {counts && (
          <p className="grow text-[0.9375rem] text-ink-soft tabular-nums">
            {countedUpTo(counts.open)} open · {countedUpTo(counts.mine)} yours
            {counts.overdue > 0 && (
              <span className="font-medium text-danger">
                {' '}
                · {countedUpTo(counts.overdue)} held too long
              </span>
            )}
          </p>
        )}
        <IconButton
          label="Keyboard shortcuts"
          className="ml-auto pointer-coarse:hidden"
          onClick={() => setShowsKeys(true)}
        >
          <Keyboard />
        </IconButton>
      </div>
      <QueueFilterBar filters={filters} onChange={setFilters} />
      <div className="mt-5">
        <QueryList
          query={queue}
          of="cases"
          failure="The queue could not be loaded"
          reason={backendMessage(queue.error)}
          loading={<Skeletons />}
          isEmpty={cases.length === 0}
          empty={<EmptyQueue isFiltered={Object.keys(filters).length > 0} />}
        >
          <ul
            aria-label="Cases"
            className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-paper-raised"
          >
            {cases.map((item) => (
              <li key={item.id}>
                <CaseRow item={item} userId={userId} />
              </li>
            ))}
          </ul>
        </QueryList>
      </div>
      <DeskKeysDialog open={showsKeys} onOpenChange={setShowsKeys} />
    </>
  );
}

/** The desk counts up to a thousand. */
const countedUpTo = (count: number): string => (count >= 1000 ? '1000+' : String(count));

const rows = () => [...document.querySelectorAll<HTMLElement>('a[data-case]')];

const focusedRow = () => rows().find((row) => row === document.activeElement);

/** Moves the focus between the rows; without it on one, the first row gets it. */
function moveFocus(by: 1 | -1): void {
  const all = rows();
  const current = all.findIndex((row) => row === document.activeElement);
  const next = current === -1 ? 0 : Math.min(Math.max(current + by, 0), all.length - 1);
  all[next]?.focus();
  all[next]?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}

function EmptyQueue({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No such cases" description="Nothing matches these filters." />
  ) : (
    <EmptyState
      title="Nothing waits"
      description="Reports, appeals, held posts and messages from the contact form come here by themselves."
    />
  );
}

function Skeletons() {
  return (
    <div className="grid gap-2">
      <span data-announced className="sr-only">
        Loading the queue...
      </span>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-23 rounded-lg" />
      ))}
    </div>
  );
}
