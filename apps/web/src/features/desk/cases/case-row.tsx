import { Link } from '@tanstack/react-router';
import { isolate } from '@undertone/domain/text';
import { clsx } from 'clsx';
import {
  AtSign,
  AudioLines,
  Hourglass,
  ShieldQuestionMark,
  Mail,
  MessageCircle,
  MessageSquare,
  Gavel,
  type LucideIcon,
} from 'lucide-react';
import { PersonAvatar } from '#features/people/person-avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { caseTitle } from './case-title.ts';
import type { CaseItem, CaseKind } from './case.ts';
import { caseKinds } from './queue-filters.ts';
import { listReasons } from './reasons.ts';
import { ReporterRecord } from './reporter-record.tsx';

const icons: Record<CaseKind, LucideIcon> = {
  drop: AudioLines,
  comment: MessageSquare,
  person: AtSign,
  message: MessageCircle,
  contact: Mail,
  appeal: Gavel,
  hold: Hourglass,
  'lost-factor': ShieldQuestionMark,
};

interface CaseRowProps {
  item: CaseItem;
  /** The person at the desk. */
  userId: string;
}

/** A case in a list: a link that opens it. */
export function CaseRow({ item, userId }: CaseRowProps) {
  const { id, kind, openedAt, closedAt, reportCount, reasons } = item;
  const { assignedTo, isFlagged, isOverdue, reporters } = item;
  const Icon = icons[kind];
  return (
    <Link
      to="/desk/$"
      params={{ _splat: `queue/${id}` }}
      search
      data-case={id}
      className="flex gap-3.5 px-4 py-4 transition-colors hover:bg-paper-hover focus-visible:-outline-offset-2 sm:px-5"
    >
      <span
        aria-hidden="true"
        className={clsx(
          'mt-0.5 grid size-9 shrink-0 place-items-center rounded-full [&_svg]:size-4.5',
          isOverdue ? 'bg-danger-wash text-danger' : 'bg-paper-sunken text-ink-soft',
        )}
      >
        <Icon />
      </span>
      <span className="grid min-w-0 grow gap-1.5">
        <span className="flex items-baseline gap-3">
          <span dir="auto" className="line-clamp-2 min-w-0 grow font-medium wrap-anywhere">
            {caseTitle(item)}
          </span>
          <RelativeTime
            moment={closedAt ?? openedAt}
            className="shrink-0 text-sm text-ink-faint tabular-nums"
          />
        </span>
        <span className="flex flex-wrap items-baseline gap-x-3 text-sm text-ink-soft tabular-nums">
          <span className="min-w-0 wrap-anywhere">{subjectOf(item)}</span>
          {reportCount > 0 && (
            <span>{reportCount === 1 ? '1 report' : `${reportCount} reports`}</span>
          )}
          {reportCount > 0 && <ReporterRecord {...reporters} />}
        </span>
        <span className="flex flex-wrap items-center gap-1.5 empty:hidden">
          {isOverdue && (
            <Badge className="border-danger text-danger">Held for more than 72 hours</Badge>
          )}
          {isFlagged && <Badge className="border-ink text-ink">Hidden by reports</Badge>}
          {listReasons(reasons).map(({ reason, label, count }) => (
            <Badge key={reason}>
              {label}
              {count > 1 && <span className="text-ink">×{count}</span>}
            </Badge>
          ))}
          {assignedTo && (
            <span className="inline-flex h-6 items-center gap-1.5 text-xs font-medium text-ink-soft">
              <PersonAvatar person={assignedTo} size="xs" />
              {assignedTo.userId === userId ? 'Yours' : (assignedTo.username ?? 'Somebody')}
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

/** The kind of a case's subject, and whose it is. */
function subjectOf({ kind, person, isHidden }: CaseItem): string {
  const name = caseKinds[kind].one;
  if (kind === 'person' || kind === 'contact' || kind === 'lost-factor') return name;
  if (isHidden) return `${name} by somebody anonymous`;
  return person ? `${name} by ${isolate(person.username ?? 'a deleted account')}` : name;
}
