import { printTable, type Rows } from '../../../../scripts/lib/bench/report.ts';
import { classOf } from './classes.ts';
import type { Rate } from './equal-error-rate.ts';
import { figuresOf, type Summary } from './summary.ts';

const percent = (share: number) => (100 * share).toFixed(1);

const withBounds = ({ rate, low, high }: Rate) =>
  `${percent(rate)} (${percent(low)} to ${percent(high)})`;

/**
 * Prints what was measured of each mask.
 *
 * @param chance the inverses of other sentences of the same speakers
 */
export function printSummaries(summaries: readonly Summary[], chance: Summary['inverse']): void {
  const rowsOf = (figures: (summary: Summary) => Rows[string]): Rows =>
    Object.fromEntries(summaries.map((summary) => [summary.id, figures(summary)]));
  console.log('Correlation of the unmasked voice with the best inverse');
  printTable({ ...rowsOf(({ inverse }) => ({ ...inverse })), chance: { ...chance } });
  console.log('Errors of a speaker verifier, %, if the attacker');
  printTable(
    rowsOf(({ linking }) => ({
      'knows nothing': withBounds(linking.knowsNothing),
      'knows the filter': withBounds(linking.knowsFilter),
      'trained on masked voices': withBounds(linking.trainedOnMasked),
    })),
  );
  console.log('What is understood');
  printTable(
    rowsOf(({ understanding: { clean, noisy } }) => ({
      'quiet room': clean,
      '10 dB above noise': noisy,
    })),
  );
  console.log('How well each mask hides the speaker');
  printTable(rowsOf((summary) => ({ hides: classOf(figuresOf(summary)) })));
}
