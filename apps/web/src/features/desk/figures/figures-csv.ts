import type { Figures } from './figures-queries.ts';

/** The numbers of a span of days as CSV: what is counted, of which kind, and how many. */
export function figuresCsv(figures: Figures, since: string, until: string): string {
  const { reportsByReason, decisions, medianMinutes } = figures;
  const rows: readonly (readonly [figure: string, kind: string, number: number | string])[] = [
    ['reports', 'all', figures.reports],
    ...Object.entries(reportsByReason).map(
      ([reason, number]) => ['reports', reason, number] as const,
    ),
    ['cases decided', 'all', figures.casesDecided],
    ['cases open now', 'all', figures.casesOpen],
    ['median minutes to a decision', 'all', medianMinutes ?? ''],
    ...Object.entries(decisions).map(
      ([measure, number]) => ['decisions', measure, number] as const,
    ),
    ['appeals', 'all', figures.appeals],
    ['appeals', 'decided', figures.appealsDecided],
    ['appeals', 'upheld', figures.appealsUpheld],
  ];
  // No value contains a comma or a quotation mark.
  const lines = rows.map((row) => [since, until, ...row].join(','));
  return ['since,until,figure,kind,number', ...lines, ''].join('\r\n');
}
