import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dayInWords } from '@undertone/domain/day';
import { statementWords } from '@undertone/domain/decision-words';
import { useClient } from '#lib/app.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading } from '#ui/loading.tsx';
import { QueryList } from '#ui/query-list.tsx';
import { statementsOptions } from './queries.ts';
import { StatementDetails } from './statement-details.tsx';
import type { Statement } from './statement.ts';

interface StatementsProps {
  userId: string;
  /** The open statement; undefined shows the list. */
  openId: string | undefined;
}

/** The decisions about the reader, or one of them. */
export function Statements({ userId, openId }: StatementsProps) {
  const query = useQuery(statementsOptions(useClient(), userId));
  const { data: statements = [] } = query;
  const open = statements.find(({ id }) => id === openId);
  return (
    <QueryList
      query={query}
      of="statements"
      failure="Your statements could not be read."
      loading={<Loading label="Loading statements..." />}
      isEmpty={openId === undefined ? statements.length === 0 : open === undefined}
      empty={
        openId === undefined ? (
          <EmptyState
            title="No statements"
            description="When our team decides about something of yours, you read here what and why."
          />
        ) : (
          <EmptyState
            title="There is no such statement"
            description="It may belong to another account, or be too old."
          />
        )
      }
    >
      {open ? (
        <StatementDetails userId={userId} statement={open} />
      ) : (
        <List statements={statements} />
      )}
    </QueryList>
  );
}

function List({ statements }: { statements: readonly Statement[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {statements.map(({ id, kind, measure, excerpt, decidedOn, endedOn, appeal }) => (
        <li key={id}>
          <Link
            to="/statements/{-$id}"
            params={{ id }}
            className="-mx-3 block rounded-md px-3 py-4 hover:bg-paper-hover"
          >
            <span className="block font-medium">
              Undertone {statementWords(`${kind}:${measure}`)}
            </span>
            {excerpt !== null && (
              <span dir="auto" className="block truncate text-ink-soft">
                “{excerpt}”
              </span>
            )}
            <span className="block text-sm text-ink-faint">
              {dayInWords(decidedOn)}
              {endedOn !== null && ' · ended'}
              {appeal && (appeal.outcome === null ? ' · appealed' : ` · appeal ${appeal.outcome}`)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
