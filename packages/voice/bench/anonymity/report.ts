import { classOf } from './classes.ts';
import type { Rate } from './equal-error-rate.ts';
import { figuresOf, type Summary } from './summary.ts';

const percent = (share: number) => (100 * share).toFixed(1);

const withBounds = ({ rate, low, high }: Rate) =>
  `${percent(rate)} (${percent(low)} to ${percent(high)})`;

type Row = readonly string[];

/** Aligns columns: the first to the left, the others to the right. */
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

/** The share of the voice that inverses recover. @param chance the same search on other sentences of the same speakers */
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
    [
      'linking: % of errors if the attacker',
      'knows nothing',
      'knows the filter',
      'trained on masked',
    ],
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
    ['understanding', 'quiet room', '10 dB above noise'],
    ...summaries.map(({ id, understanding: { clean, noisy } }) => [
      id,
      clean.toFixed(3),
      noisy.toFixed(3),
    ]),
  ]);
}

export function classTable(summaries: readonly Summary[]): string {
  return table([
    ['class', 'hides'],
    ...summaries.map((summary) => [summary.id, classOf(figuresOf(summary))]),
  ]);
}
