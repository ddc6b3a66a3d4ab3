import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useClient } from '#lib/app.ts';
import { backendMessage } from '#lib/backend-error.ts';
import { searchParams } from '#lib/search-params.ts';
import { Button } from '#ui/button.tsx';
import { ListProblem } from '#ui/query-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
import { TitledCard } from '#ui/titled-card.tsx';
import { listReasons } from '#features/desk/cases/reasons.ts';
import { measureName } from '#features/desk/decision/measures.ts';
import { useDeskSearch } from '#features/desk/use-desk-search.ts';
import { BarList } from './bar-list.tsx';
import { figuresCsv } from './figures-csv.ts';
import { figuresOptions, type Figures } from './figures-queries.ts';

/** How many days are shown at first. */
const DAYS = 30;

const readSpan = searchParams({ since: 'text', until: 'text' });

/** @returns a day of UTC, as `2026-01-31` */
const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 24 * 3_600_000).toISOString().slice(0, 10);

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text);

/** Numbers of reports, decisions and appeals in a span of days, also as CSV. */
export default function FiguresScreen() {
  const [span, setSpan] = useDeskSearch(readSpan);
  const since = isDay(span.since) ? span.since : dayBefore(DAYS - 1);
  const until = isDay(span.until) ? span.until : dayBefore(0);
  const figures = useQuery({
    ...figuresOptions(useClient(), since, until),
    placeholderData: keepPreviousData,
  });

  const save = () => {
    if (!figures.data) return;
    const csv = figuresCsv(figures.data, since, until);
    const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
    Object.assign(document.createElement('a'), {
      href: url,
      download: `undertone-figures-${since}-${until}.csv`,
    }).click();
    URL.revokeObjectURL(url);
  };

  return (
    <>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <h2 className="text-2xl">Figures</h2>
        <div className="flex flex-wrap items-end gap-3">
          <div className="w-40">
            <TextField
              label="Since"
              type="date"
              value={since}
              max={until}
              onValueChange={(day) => setSpan({ ...span, since: day })}
            />
          </div>
          <div className="w-40">
            <TextField
              label="Until"
              type="date"
              value={until}
              min={since}
              max={dayBefore(0)}
              onValueChange={(day) => setSpan({ ...span, until: day })}
            />
          </div>
          <Button variant="secondary" disabled={!figures.data} className="mb-1.5" onClick={save}>
            <Download aria-hidden="true" />
            CSV
          </Button>
        </div>
      </div>
      {figures.data ? (
        <FigureCards figures={figures.data} />
      ) : figures.error ? (
        <ListProblem
          query={figures}
          failure="The figures could not be loaded"
          reason={backendMessage(figures.error)}
        />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <span data-announced className="sr-only">
            Loading the figures...
          </span>
          {[0, 1, 2, 3].map((card) => (
            <Skeleton key={card} className="h-26 rounded-lg" />
          ))}
        </div>
      )}
      <p className="mt-5 text-sm text-ink-faint">
        Days of UTC. Cases are kept for six months after they are closed, so older figures shrink:
        save a CSV each month.
      </p>
    </>
  );
}

function FigureCards({ figures }: { figures: Figures }) {
  const { reports, reportsByReason, casesOpen, casesDecided, medianMinutes } = figures;
  const { decisions, appeals, appealsDecided, appealsUpheld } = figures;
  const numbers = [
    { name: 'Reports', value: String(reports), note: `${casesOpen} cases open now` },
    { name: 'Cases decided', value: String(casesDecided), note: 'by a person' },
    {
      name: 'Time to a decision',
      value: medianMinutes === null ? '–' : spanLabel(medianMinutes),
      note: 'the median',
    },
    {
      name: 'Appeals',
      value: String(appeals),
      note: `${appealsUpheld} of ${appealsDecided} answered were upheld`,
    },
  ];
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {numbers.map(({ name, value, note }) => (
          <div
            key={name}
            className="rounded-lg border border-line bg-paper-raised px-4 py-4 tabular-nums sm:px-5"
          >
            <dt className="text-sm text-ink-soft">{name}</dt>
            <dd className="mt-1 font-display text-3xl">{value}</dd>
            <dd className="mt-1 text-sm text-ink-faint">{note}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 grid items-start gap-5 md:grid-cols-2">
        <TitledCard title="Reports by reason">
          <BarList
            bars={listReasons(reportsByReason).map(({ label, count }) => ({ label, count }))}
            empty="Nobody has reported anything."
          />
        </TitledCard>
        <TitledCard title="Decisions">
          <BarList
            bars={Object.entries(decisions)
              .map(([measure, count]) => ({ label: measureName(measure), count }))
              .toSorted((one, other) => other.count - one.count)}
            empty="Nothing was decided."
          />
        </TitledCard>
      </div>
    </>
  );
}

/** Minutes in the largest unit of which there are at least two. */
function spanLabel(minutes: number): string {
  if (minutes < 120) return `${minutes} min`;
  return minutes < 2880 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`;
}
