import { classOf } from './classes.ts';
import type { Rate } from './equal-error-rate.ts';
import type { Goal } from './goals.ts';
import { figuresOf, type Summary } from './summary.ts';

const percent = (share: number) => (100 * share).toFixed(1);

const withBounds = ({ rate, low, high }: Rate) =>
  `${percent(rate)} (${percent(low)} to ${percent(high)})`;

type Row = readonly string[];

/** Lines of columns that are as wide as their widest entry: the first to the left, the others to the right. */
function table(rows: readonly Row[]): string {
  const widths = rows[0]!.map((_, column) =>
    rows.reduce((most, row) => Math.max(most, row[column]!.length), 0),
  );
  return rows
    .map((row) =>
      row
        .map((text, column) =>
          column === 0 ? text.padEnd(widths[0]!) : text.padStart(widths[column]!),
        )
        .join('   '),
    )
    .join('\n');
}

/** What comes back of the voice. @param chance what the search finds in other sentences of the same speakers */
export function inverseTable(summaries: readonly Summary[], chance: Summary['inverse']): string {
  const rows = [
    ...summaries.map(({ id, inverse }) => ({ id, inverse })),
    { id: 'chance', inverse: chance },
  ];
  return table([
    ['inverse, as correlation of', 'waveforms', 'the worst', 'pieces', 'cepstra'],
    ...rows.map(({ id, inverse: { waveform, worst, pieces, cepstra } }) => [
      id,
      waveform.toFixed(3),
      worst.toFixed(3),
      pieces.toFixed(3),
      cepstra.toFixed(3),
    ]),
  ]);
}

export function linkingTable(summaries: readonly Summary[]): string {
  return table([
    ['linking: % of errors of who', 'knows nothing', 'knows the filter', 'trained on masked'],
    ...summaries.map(({ id, linking }) => [
      id,
      withBounds(linking.knowsNothing),
      withBounds(linking.knowsFilter),
      withBounds(linking.trainedOnMasked),
    ]),
  ]);
}

export function understandingTable(summaries: readonly Summary[]): string {
  return table([
    ['understanding', 'quiet room', '10 dB above noise', 'words wrong'],
    ...summaries.map(({ id, understanding: { clean, noisy }, words }) => [
      id,
      clean.toFixed(3),
      noisy.toFixed(3),
      words
        ? `${((100 * words.errors) / words.words).toFixed(0)} % of ${words.words}`
        : 'not measured',
    ]),
  ]);
}

export function costTable(summaries: readonly Summary[]): string {
  return table([
    ['a minute of 44.1 kHz', 'times realtime', 'MB at most'],
    ...summaries.flatMap(({ id, cost }) =>
      cost ? [[id, cost.speed.toFixed(0), (cost.memory / 1e6).toFixed(0)]] : [],
    ),
  ]);
}

export function classTable(summaries: readonly Summary[]): string {
  return table([
    ['class', 'hides'],
    ...summaries.map((summary) => [summary.id, classOf(figuresOf(summary))]),
  ]);
}

export function goalTable(goals: readonly Goal[]): string {
  return table([
    ["Veil's goals", 'figure, bound', ''],
    ...goals.map(({ text, figure, isMet }) => [text, figure, isMet ? 'met' : 'NOT met']),
  ]);
}
