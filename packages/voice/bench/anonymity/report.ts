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
  printTable('Correlation of the unmasked voice with the best inverse', {
    ...rowsOf(({ inverse }) => ({ ...inverse })),
    chance: { ...chance },
  });
  printTable(
    'Errors of a speaker verifier, %, if the attacker',
    rowsOf(({ linking }) => ({
      'knows nothing': withBounds(linking.knowsNothing),
      'knows the filter': withBounds(linking.knowsFilter),
      'trained on masked voices': withBounds(linking.trainedOnMasked),
    })),
  );
  printTable(
    'What is understood',
    rowsOf(({ understanding: { clean, noisy } }) => ({
      'quiet room': clean,
      '10 dB above noise': noisy,
    })),
  );
  printTable(
    'How well each mask hides the speaker',
    rowsOf((summary) => ({ hides: classOf(figuresOf(summary)) })),
  );
}
