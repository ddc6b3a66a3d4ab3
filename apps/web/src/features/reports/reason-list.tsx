import { REPORT_REASONS, type ReportReasonId } from '@undertone/domain/report';
import { useId } from 'react';

interface ReasonListProps {
  value: ReportReasonId | undefined;
  onChange: (reason: ReportReasonId) => void;
}

/** The reasons for a report, of which one has to be chosen. */
export function ReasonList({ value, onChange }: ReasonListProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">Reason</legend>
      <div className="-mx-3">
        {REPORT_REASONS.map(({ id, label }) => (
          <label
            key={id}
            className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 text-[0.9375rem] transition-colors hover:bg-paper-hover has-checked:bg-paper-hover has-focus-visible:outline-2 has-focus-visible:outline-ink"
          >
            <input
              type="radio"
              name={name}
              value={id}
              checked={id === value}
              onChange={() => onChange(id)}
              className="size-4 shrink-0 outline-none"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
