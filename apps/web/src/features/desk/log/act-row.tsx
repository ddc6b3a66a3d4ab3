import { Link } from '@tanstack/react-router';
import { ANONYMOUS } from '@undertone/domain/display-name';
import { actName, subjectName } from './act-names.ts';
import { listChanges, type Change } from './list-changes.ts';
import type { LoggedAct } from './log-queries.ts';

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

const linkClass =
  'rounded-sm font-medium wrap-anywhere decoration-1 underline-offset-3 hover:underline';

/** One act of the log: its author, its subject, the reason and the change. Names select the other acts of, or about, that person. */
export function ActRow({ entry }: { entry: LoggedAct }) {
  const { at, act, staffId, staffName, personId, personName, reason } = entry;
  const caseId = caseOf(entry.after);
  const subject = subjectName(entry.subjectKind, entry.subjectId);
  return (
    <li className="flex gap-x-4 py-3.5 max-sm:flex-col">
      <time dateTime={at} className="w-20 shrink-0 pt-0.5 text-sm text-ink-faint tabular-nums">
        {clock.format(new Date(at))}
      </time>
      <div className="min-w-0 grow">
        <p>
          {staffId ? (
            <Link
              to="/desk/$"
              params={{ _splat: 'log' }}
              search={{ staff: staffId }}
              className={linkClass}
            >
              {staffName}
            </Link>
          ) : (
            <span className="font-medium">{staffName}</span>
          )}
          <span className="text-ink-soft">
            {' · '}
            {actName(act)}
            {subject && ` · ${subject}`}
          </span>
          {personId && (
            <>
              <span className="text-ink-soft"> · </span>
              <Link
                to="/desk/$"
                params={{ _splat: 'log' }}
                search={{ person: personId }}
                className={linkClass}
              >
                {personName ?? ANONYMOUS}
              </Link>
            </>
          )}
        </p>
        {reason && (
          <p
            dir="auto"
            className="mt-1 text-[0.9375rem] wrap-anywhere whitespace-pre-line text-ink-soft"
          >
            {reason}
          </p>
        )}
        <Changes
          // The name stands beside the act, unless it has changed since.
          changes={listChanges(entry.before, entry.after).filter(
            ({ from, to }) => (to ?? from) !== personName,
          )}
        />
        {caseId !== undefined && (
          <Link
            to="/desk/$"
            params={{ _splat: `queue/${caseId}` }}
            className="mt-1 inline-block text-sm text-ink-faint underline underline-offset-3 hover:text-ink"
          >
            Open the case
          </Link>
        )}
      </div>
    </li>
  );
}

/** The case in which an act was a decision. */
function caseOf(after: LoggedAct['after']): string | undefined {
  const isRecord = after !== null && typeof after === 'object' && !Array.isArray(after);
  return isRecord && typeof after['case'] === 'string' ? after['case'] : undefined;
}

function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return null;
  return (
    <dl className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-faint">
      {changes.map(({ name, from, to }) => (
        <div key={name} className="flex flex-wrap gap-x-1.5 wrap-anywhere">
          <dt>{name}:</dt>
          <dd>
            {from && <del className="decoration-ink-faint">{from}</del>}
            {from && to && ' '}
            {to && <ins className="text-ink-soft no-underline">{to}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
