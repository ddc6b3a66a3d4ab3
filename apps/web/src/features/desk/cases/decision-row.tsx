import { Link } from '@tanstack/react-router';
import { guidelineRuleTitle } from '@undertone/domain/guideline-rule';
import { Badge } from '#ui/badge.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { subjectName } from './queue-filters.ts';
import { measureName } from '#features/desk/decision/measures.ts';
import type { Decision } from './case.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

interface DecisionRowProps {
  decision: Decision;
  /** Whether a link opens its case. */
  isLinked?: boolean;
}

/** A decision in a list. */
export function DecisionRow({ decision, isLinked = false }: DecisionRowProps) {
  const { measure, rule, words, basis, until, decidedAt, decidedBy, endedAt, appeal } = decision;
  return (
    <div className="text-[0.9375rem]">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{measureName(measure)}</span>
        {isLinked && <span className="text-ink-soft">{subjectName(decision.subjectKind)}</span>}
        {rule && <Badge>{guidelineRuleTitle(rule)}</Badge>}
        {endedAt !== null && <Badge>Ended</Badge>}
        {until !== null && endedAt === null && (
          <span className="text-sm text-ink-faint">until {day.format(new Date(until))}</span>
        )}
      </p>
      <p className="mt-0.5 text-sm text-ink-faint">
        <RelativeTime moment={decidedAt} ago />
        {basis === 'automatic'
          ? ' · automatic'
          : ` · by ${decidedBy?.username ?? 'a former colleague'}`}
        {basis === 'staff' && ' · without a report'}
      </p>
      {words !== null && words !== '' && (
        <p dir="auto" className="mt-1.5 wrap-anywhere whitespace-pre-line text-ink-soft">
          {words}
        </p>
      )}
      {isLinked && (
        <Link
          to="/desk/$"
          params={{ _splat: `queue/${decision.caseId}` }}
          className="mt-1.5 inline-block rounded-sm text-sm text-ink-soft underline underline-offset-3 hover:text-ink"
        >
          Open its case
        </Link>
      )}
      {appeal && (
        <p className="mt-1.5 text-sm text-ink-soft">
          {appeal.outcome === null
            ? 'Appealed, not answered yet'
            : appeal.outcome === 'upheld'
              ? 'Appealed: upheld'
              : 'Appealed: rejected'}
        </p>
      )}
    </div>
  );
}
