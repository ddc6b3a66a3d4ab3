import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useClient } from '#lib/app.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { useDeskSearch } from '#features/desk/use-desk-search.ts';
import type { DeskRole } from '#features/desk/desk-queries.ts';
import { CaseProblem } from './case-problem.tsx';
import { CaseView } from './case-view.tsx';
import { caseOptions, queueOptions } from './case-queries.ts';
import { readQueueFilters } from './queue-filters.ts';

interface CaseScreenProps {
  userId: string;
  role: DeskRole;
  caseId: string;
}

/** A case, with the ones before and after it in the queue. */
export function CaseScreen({ userId, role, caseId }: CaseScreenProps) {
  const client = useClient();
  const file = useQuery(caseOptions(client, caseId));
  const [filters] = useDeskSearch(readQueueFilters);
  const queue = useInfiniteQuery(queueOptions(client, filters));
  const navigate = useNavigate();

  const listed = queue.data?.pages.flatMap((page) => page.cases) ?? [];
  const place = listed.findIndex(({ id }) => id === caseId);
  const next = listed[place + 1]?.id;
  const previous = place > 0 ? listed[place - 1]?.id : undefined;
  /** @param id undefined for the queue */
  const open = (id: string | undefined) =>
    void navigate({
      to: '/desk/$',
      params: { _splat: id === undefined ? 'queue' : `queue/${id}` },
      search: true,
    });

  if (file.isPending) return <Skeletons />;
  if (!file.data) {
    return (
      <CaseProblem
        query={file}
        failure="The case could not be loaded"
        absence="It was deleted when its time was over, or you take part in it yourself."
      />
    );
  }
  return (
    <CaseView
      file={file.data}
      userId={userId}
      role={role}
      onNext={next === undefined || next === caseId ? undefined : () => open(next)}
      onPrevious={previous === undefined ? undefined : () => open(previous)}
      onQueue={() => open(undefined)}
    />
  );
}

function Skeletons() {
  return (
    <div className="grid gap-4">
      <span data-announced className="sr-only">
        Loading the case...
      </span>
      <Skeleton className="h-12 w-2/3 rounded-lg" />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="h-64 rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
    </div>
  );
}
