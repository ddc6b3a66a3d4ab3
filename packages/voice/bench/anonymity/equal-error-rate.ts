import type { Random } from '../../../../supabase/seed/random.ts';

/** One comparison of an enrolled speaker with a clip. */
export type Trial = {
  score: number;
  /** The indices of the enrolled speaker and of the speaker of the clip. */
  enrolled: number;
  spoken: number;
};

/** A share, with the bounds between which it lies with 95 % confidence. */
export type Rate = { rate: number; low: number; high: number };

const RESAMPLINGS = 400;
const TAIL = 0.025;

/**
 * The equal error rate: the share of errors at the threshold at which as many clips of the same speaker
 * are rejected as clips of others are accepted; 0 for a perfect verifier, 0.5 for one that guesses.
 *
 * Its bounds are from a bootstrap over speakers, as trials of one speaker are not independent.
 */
export function equalErrorRate(trials: readonly Trial[], speakers: number, random: Random): Rate {
  const sorted = trials.toSorted((a, b) => a.score - b.score);
  const once = new Float64Array(speakers).fill(1);
  const rates = Array.from({ length: RESAMPLINGS }, () => {
    const times = new Float64Array(speakers);
    for (let i = 0; i < speakers; i++) times[Math.floor(random() * speakers)]! += 1;
    return rateOf(sorted, times);
  }).sort((a, b) => a - b);
  return {
    rate: rateOf(sorted, once),
    low: rates[Math.floor(TAIL * RESAMPLINGS)]!,
    high: rates[Math.ceil((1 - TAIL) * RESAMPLINGS) - 1]!,
  };
}

/** @param sorted by score, the lowest first. @param times how often each speaker counts */
function rateOf(sorted: readonly Trial[], times: Float64Array): number {
  const weigh = ({ enrolled, spoken }: Trial) =>
    enrolled === spoken ? times[enrolled]! : times[enrolled]! * times[spoken]!;
  let same = 0;
  let other = 0;
  for (const trial of sorted) {
    if (trial.enrolled === trial.spoken) same += weigh(trial);
    else other += weigh(trial);
  }
  if (same === 0 || other === 0) return 0.5;
  // The threshold rises over the scores; scores below it are rejections.
  let refused = 0;
  let accepted = other;
  let before = { refusals: 0, acceptances: 1 };
  for (let i = 0; i < sorted.length;) {
    const { score } = sorted[i]!;
    for (; i < sorted.length && sorted[i]!.score === score; i++) {
      const trial = sorted[i]!;
      if (trial.enrolled === trial.spoken) refused += weigh(trial);
      else accepted -= weigh(trial);
    }
    const now = { refusals: refused / same, acceptances: accepted / other };
    if (now.refusals >= now.acceptances) return crossing(before, now);
    before = now;
  }
  return 0.5;
}

type Errors = { refusals: number; acceptances: number };

/** The rate at which both kinds of errors are equally frequent, interpolated between the two points around it. */
function crossing(before: Errors, after: Errors): number {
  const gapBefore = before.acceptances - before.refusals;
  const gapAfter = after.refusals - after.acceptances;
  const share = gapBefore / (gapBefore + gapAfter);
  return before.refusals + share * (after.refusals - before.refusals);
}
