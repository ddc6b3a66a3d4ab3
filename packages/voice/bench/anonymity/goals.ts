import type { MaskId } from './masks.ts';
import type { Summary } from './summary.ts';

/** What Veil is meant to reach, and whether it does. */
export type Goal = { text: string; figure: string; isMet: boolean };

/** Veil's goals. Those for which something was not measured are left out. */
export function goalsOf(summaries: ReadonlyMap<MaskId, Summary>): Goal[] {
  const veil = summaries.get('veil');
  if (!veil) return [];
  const goals: Goal[] = [];
  const hold = (text: string, value: number, bound: number, isMet: boolean) =>
    goals.push({ text, figure: `${value.toFixed(3)}, ${bound.toFixed(3)}`, isMet });

  const { waveform } = veil.inverse;
  hold('inverse at most 0.3', waveform, 0.3, waveform <= 0.3);
  const errors = veil.linking.trainedOnMasked.rate;
  hold('trained attacker errs in at least 30 %', errors, 0.3, errors >= 0.3);
  const yardstick = summaries.get('mcadams');
  if (yardstick) {
    const twice = 2 * yardstick.linking.trainedOnMasked.rate;
    hold('… and twice as often as with McAdams', errors, twice, errors >= twice);
  }
  const robot = summaries.get('robot');
  const original = summaries.get('original');
  for (const take of ['clean', 'noisy'] as const) {
    const understood = veil.understanding[take];
    if (robot) {
      const bound = robot.understanding[take];
      hold(`understood as well as Robot, ${take} takes`, understood, bound, understood >= bound);
    }
    if (original) {
      const bound = 0.75 * original.understanding[take];
      hold(`… and 0.75 of the original, ${take} takes`, understood, bound, understood >= bound);
    }
  }
  if (veil.cost) {
    const { speed, memory } = veil.cost;
    hold('at least 100 times realtime', speed, 100, speed >= 100);
    hold('less than 100 MB for a minute', memory / 1e6, 100, memory < 100e6);
  }
  return goals;
}
