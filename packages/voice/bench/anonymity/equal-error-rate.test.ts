import { expect, it } from 'vitest';
import { randomFor } from '../../../../supabase/seed/random.ts';
import { equalErrorRate, type Trial } from './equal-error-rate.ts';

/** Trials of each speaker with the clips of all; `score` returns their similarity. */
function compareAll(
  speakers: number,
  clips: number,
  score: (isSame: boolean) => number,
): readonly Trial[] {
  const trials: Trial[] = [];
  for (let enrolled = 0; enrolled < speakers; enrolled++) {
    for (let spoken = 0; spoken < speakers; spoken++) {
      for (let clip = 0; clip < clips; clip++) {
        trials.push({ enrolled, spoken, score: score(enrolled === spoken) });
      }
    }
  }
  return trials;
}

it('a verifier with separated scores makes no error', () => {
  const trials = compareAll(5, 3, (isSame) => (isSame ? 1 : 0));
  expect(equalErrorRate(trials, 5, randomFor('a'))).toEqual({ rate: 0, low: 0, high: 0 });
});

it('a verifier with inverted scores is always wrong', () => {
  const trials = compareAll(5, 3, (isSame) => (isSame ? 0 : 1));
  expect(equalErrorRate(trials, 5, randomFor('a')).rate).toBe(1);
});

it('equal scores for all speakers have the error rate of guessing', () => {
  expect(
    equalErrorRate(
      compareAll(5, 3, () => 0.7),
      5,
      randomFor('a'),
    ).rate,
  ).toBe(0.5);
});

it('one error in four of both kinds is a rate of 25 %', () => {
  const same = [1, 5, 6, 7].map((score) => ({ score, enrolled: 0, spoken: 0 }));
  const other = [8, 2, 3, 4].map((score) => ({ score, enrolled: 0, spoken: 1 }));
  const trials = [...same, ...other, { score: 9, enrolled: 1, spoken: 1 }].slice(0, 8);
  expect(equalErrorRate(trials, 2, randomFor('a')).rate).toBe(0.25);
});

it('scores of two normal distributions, two deviations apart, have the rate of the textbook', () => {
  const random = randomFor('normal');
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const trials = compareAll(40, 20, (isSame) => normal() + (isSame ? 2 : 0));
  const { rate, low, high } = equalErrorRate(trials, 40, randomFor('bootstrap'));
  // The share of a normal distribution beyond one deviation.
  expect(rate).toBeCloseTo(0.159, 1);
  expect(low).toBeLessThan(rate);
  expect(high).toBeGreaterThan(rate);
  expect(high - low).toBeLessThan(0.1);
});

it('the same seed gives the same bounds', () => {
  const random = randomFor('scores');
  const trials = compareAll(8, 4, (isSame) => random() + (isSame ? 0.3 : 0));
  const first = equalErrorRate(trials, 8, randomFor('bootstrap'));
  expect(equalErrorRate(trials, 8, randomFor('bootstrap'))).toEqual(first);
});
