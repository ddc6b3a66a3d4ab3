import type { ReporterRecord as Numbers } from './case.ts';

/** How many of the decided reports of a reporter were upheld; nothing for one without any. */
export function ReporterRecord({ decided, upheld }: Numbers) {
  if (decided === 0) return null;
  return (
    <span className="text-sm text-ink-faint tabular-nums">
      {upheld} of {decided} earlier reports upheld
    </span>
  );
}
