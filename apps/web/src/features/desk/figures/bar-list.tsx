interface BarListProps {
  bars: readonly { label: string; count: number }[];
  empty: string;
}

/** Numbers with bars, the longest for the largest. */
export function BarList({ bars, empty }: BarListProps) {
  const largest = Math.max(...bars.map(({ count }) => count));
  if (bars.length === 0) return <p className="text-ink-soft">{empty}</p>;
  return (
    <dl className="grid gap-3">
      {bars.map(({ label, count }) => (
        <div key={label} className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 text-[0.9375rem]">
          <dt>{label}</dt>
          <dd className="tabular-nums">{count}</dd>
          <dd aria-hidden="true" className="col-span-2 h-1.5 rounded-full bg-paper-sunken">
            <div
              className="h-full rounded-full bg-ink-soft"
              style={{ width: `${(count / largest) * 100}%` }}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
