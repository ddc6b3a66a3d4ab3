import { useInfiniteQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useClient } from '#lib/app.ts';
import { backendMessage } from '#lib/backend-error.ts';
import { searchParams } from '#lib/search-params.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { QueryList } from '#ui/query-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useDeskSearch } from '#features/desk/use-desk-search.ts';
import { ActRow } from './act-row.tsx';
import { groupByDate } from './group-by-date.ts';
import { logOptions } from './log-queries.ts';

const readLogParams = searchParams({ person: 'text', staff: 'text' });

/** What staff did, the latest first, whole or about one person or of one of the staff. */
export default function LogScreen() {
  const [filters, setFilters] = useDeskSearch(readLogParams);
  const list = useInfiniteQuery(logOptions(useClient(), filters));
  const acts = list.data?.pages.flat() ?? [];
  const { person, staff } = filters;
  const personName = acts.find(({ personId }) => personId === person)?.personName;
  const staffName = acts.find(({ staffId }) => staffId === staff)?.staffName;

  return (
    <>
      <h2 className="text-2xl">Log</h2>
      <p className="mt-1 text-[0.9375rem] text-ink-soft">
        Everything that staff do. Nobody can change it, and acts of others about yourself are left
        out.
      </p>
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
        {person && (
          <Filter
            label={`About ${personName ?? 'one person'}`}
            onRemove={() => setFilters({ ...filters, person: '' })}
          />
        )}
        {staff && (
          <Filter
            label={`By ${staffName ?? 'one of the staff'}`}
            onRemove={() => setFilters({ ...filters, staff: '' })}
          />
        )}
      </div>
      <QueryList
        query={list}
        of="acts"
        failure="The log could not be loaded"
        reason={backendMessage(list.error)}
        loading={<Skeletons />}
        isEmpty={acts.length === 0}
        empty={<EmptyState title="No acts yet" />}
      >
        {groupByDate(acts).map(({ date, entries }) => (
          <section key={date} aria-label={date} className="mt-6">
            <h3 className="mb-2 font-sans text-sm font-medium text-ink-faint">{date}</h3>
            <ol className="divide-y divide-line rounded-lg border border-line bg-paper-raised px-4 sm:px-6">
              {entries.map((entry) => (
                <ActRow key={entry.id} entry={entry} />
              ))}
            </ol>
          </section>
        ))}
      </QueryList>
    </>
  );
}

function Filter({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <Button variant="secondary" size="sm" onClick={onRemove}>
      {label}
      <X aria-hidden="true" />
      <span className="sr-only">: show all</span>
    </Button>
  );
}

function Skeletons() {
  return (
    <div className="mt-6 grid gap-2">
      <span data-announced className="sr-only">
        Loading the log...
      </span>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-18 rounded-lg" />
      ))}
    </div>
  );
}
