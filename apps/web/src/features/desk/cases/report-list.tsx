import { PersonAvatar } from '#features/people/person-avatar.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { TitledCard } from '#ui/titled-card.tsx';
import { AccountName } from './account-name.tsx';
import type { Report } from './case.ts';
import { reasonNames } from './reasons.ts';
import { ReporterRecord } from './reporter-record.tsx';

/** Who has reported it, and why. */
export function ReportList({ reports }: { reports: readonly Report[] }) {
  if (reports.length === 0) return null;
  return (
    <TitledCard title={reports.length === 1 ? 'The report' : `${reports.length} reports`}>
      <ul className="grid gap-4">
        {reports.map(({ id, reason, description, createdAt, countsToHide, reporter }) => (
          <li key={id} className="flex gap-3">
            {reporter && <PersonAvatar person={reporter} size="sm" />}
            <div className="min-w-0 text-[0.9375rem]">
              <p>
                <span className="font-medium">{reasonNames[reason]}</span>
                <span className="text-ink-soft">
                  {' '}
                  · <AccountName account={reporter} />
                </span>{' '}
                <RelativeTime moment={createdAt} ago className="text-sm text-ink-faint" />
              </p>
              {description !== null && (
                <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line text-ink-soft">
                  {description}
                </p>
              )}
              <p className="mt-0.5 flex flex-wrap gap-x-2 text-sm text-ink-faint empty:hidden">
                {reporter && <ReporterRecord {...reporter} />}
                {!countsToHide && <span>New account: hides nothing</span>}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}
