import { useEffect, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { WaveformOrnament } from './waveform-ornament.tsx';
import { Spinner } from './spinner.tsx';
import { useNearScreen } from './use-near-screen.ts';

/** The state of a query, or of an infinite query, as TanStack Query returns it. */
interface ListQuery {
  isPending: boolean;
  isLoadingError: boolean;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  isFetchNextPageError?: boolean;
  fetchNextPage?: () => Promise<unknown>;
}

interface QueryListProps {
  query: ListQuery;
  /** The items' name in messages, e.g. 'voice drops'. */
  of: string;
  /** Shown when a page could not be read. */
  failure: string;
  /** Shown while the first page loads. */
  loading: ReactNode;
  /** The reason for a failure, if it is known. */
  reason?: string | undefined;
  /** For a list in a small box: a failure takes one line, and the list has no end that loads more. */
  compact?: boolean;
  isEmpty: boolean;
  /** Shown at the end of the list; by default that it is all. */
  end?: ReactNode;
  /** Shown when the list has no items. */
  empty: ReactNode;
  children: ReactNode;
}

/** A list in the state of its query: pending, failed, empty, or the items with an end that loads more. */
export function QueryList(props: QueryListProps) {
  const { query, of, failure, loading, compact, isEmpty, end, empty, children } = props;
  if (query.isPending) return loading;
  if (query.isLoadingError) return <ListProblem {...props} />;
  if (isEmpty) return query.hasNextPage ? <EmptyPage {...props} /> : empty;
  return (
    <>
      {children}
      {!compact && query.fetchNextPage && (
        <ListEnd
          of={of}
          failure={failure}
          hasMore={query.hasNextPage ?? false}
          loading={query.isFetchingNextPage ?? false}
          failed={query.isFetchNextPageError ?? false}
          end={end}
          onMore={() => void query.fetchNextPage?.()}
        />
      )}
    </>
  );
}

/** Fetches the next page, since all items of those that were read are hidden or gone. */
function EmptyPage(props: QueryListProps) {
  const { isFetching, isFetchNextPageError = false, fetchNextPage } = props.query;
  useEffect(() => {
    if (!isFetching && !isFetchNextPageError) void fetchNextPage?.();
  }, [isFetching, isFetchNextPageError, fetchNextPage]);
  return isFetchNextPageError ? (
    <ListProblem {...props} query={{ isFetching, refetch: async () => fetchNextPage?.() }} />
  ) : (
    props.loading
  );
}

interface ListProblemProps extends Pick<QueryListProps, 'failure' | 'reason' | 'compact'> {
  query: Pick<ListQuery, 'isFetching' | 'refetch'>;
}

/** Says that a list could not be read, with a button that reads it again. */
export function ListProblem(props: ListProblemProps) {
  const { query, failure, reason, compact = false } = props;
  if (compact) {
    return (
      <div role="alert" className="flex flex-col items-center gap-4 px-4 py-8 text-center">
        <p>
          {failure}
          {reason && `. ${reason}`}
        </p>
        <Button
          variant="secondary"
          size="sm"
          pending={query.isFetching}
          onClick={() => void query.refetch()}
        >
          Try Again
        </Button>
      </div>
    );
  }
  return (
    <EmptyState
      title={failure}
      // Offline, the page's notice says why, and the list is read when the network is back.
      description={reason ?? (navigator.onLine && 'Please try again.')}
      action={
        <Button variant="secondary" pending={query.isFetching} onClick={() => void query.refetch()}>
          Try Again
        </Button>
      }
    />
  );
}

interface ListEndProps extends Pick<QueryListProps, 'of' | 'failure' | 'end'> {
  hasMore: boolean;
  loading: boolean;
  /** Whether the next page could not be fetched. */
  failed: boolean;
  onMore: () => void;
}

/** The end of a list: loads the next page when it comes near the screen, and shows the state of that. */
function ListEnd(props: ListEndProps) {
  const { of, failure, hasMore, loading, failed, onMore, end = <EndOfList /> } = props;
  const foot = useNearScreen<HTMLDivElement>(hasMore && !loading && !failed, onMore);
  return (
    <div
      ref={foot}
      className="flex min-h-24 flex-col items-center justify-center gap-4 pt-8 text-ink-soft"
    >
      {loading && (
        <p data-announced className="flex items-center gap-3">
          <Spinner /> Loading more {of}...
        </p>
      )}
      {failed && !loading && (
        <>
          <p role="alert">{failure}</p>
          <Button variant="secondary" size="sm" onClick={onMore}>
            Try Again
          </Button>
        </>
      )}
      {!hasMore && end}
    </div>
  );
}

export function EndOfList() {
  return (
    <>
      <WaveformOrnament className="h-6 text-line-strong" />
      <p className="text-sm">That is all for now.</p>
    </>
  );
}
