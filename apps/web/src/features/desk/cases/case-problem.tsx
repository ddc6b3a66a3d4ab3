import type { UseQueryResult } from '@tanstack/react-query';
import { backendMessage, errorCode } from '#lib/backend-error.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ListProblem } from '#ui/query-list.tsx';
import { BackToQueue } from './back-to-queue.tsx';

/** The codes of a case that is not there for its reader, and of an id that is none. */
const NONE = new Set(['PT404', '22P02']);

interface CaseProblemProps {
  query: UseQueryResult;
  /** Says that the case could not be read. */
  failure: string;
  /** Why there may be no such case. */
  absence: string;
}

/** Stands in place of a case that could not be read, or that does not exist. */
export function CaseProblem({ query, failure, absence }: CaseProblemProps) {
  return NONE.has(errorCode(query.error) ?? '') ? (
    <EmptyState title="There is no such case" description={absence} action={<BackToQueue />} />
  ) : (
    <ListProblem query={query} failure={failure} reason={backendMessage(query.error)} />
  );
}
