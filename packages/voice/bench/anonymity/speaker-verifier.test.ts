import { expect, it } from 'vitest';
import { babble } from '../../../../supabase/seed/babble.ts';
import { randomFor } from '../../../../supabase/seed/random.ts';
import type { Voice } from '../../../../supabase/seed/utterance.ts';
import { equalErrorRate } from './equal-error-rate.ts';
import { speakerStatistics } from './speaker-statistics.ts';
import { SpeakerVerifier, type Clip } from './speaker-verifier.ts';

const WIDTH = 20;

/**
 * Clips whose statistics are normally distributed around their speaker's. Speakers differ in the first few
 * statistics only; most of the variation between clips is common to all statistics.
 */
function makeClips(seed: string, speakers: number, clips: number, apart: number): Clip[] {
  const random = randomFor(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: speakers }, (_, speaker) => {
    const own = Array.from({ length: WIDTH }, (_, i) => (i < 3 ? apart * normal() : 0));
    return Array.from({ length: clips }, () => {
      const common = 3 * normal();
      return { speaker, statistics: Float64Array.from(own, (value) => value + common + normal()) };
    });
  }).flat();
}

function errorsFor(apart: number): number {
  const verifier = new SpeakerVerifier(makeClips('training', 40, 8, apart));
  const test = makeClips('test', 30, 8, apart);
  const enrolled = test.filter((_, i) => i % 8 < 4);
  const tested = test.filter((_, i) => i % 8 >= 4);
  const trials = verifier.compare(enrolled, tested, { isOtherSound: false });
  return equalErrorRate(trials, 30, randomFor('bootstrap')).rate;
}

it('speakers who differ are separated, though clips differ more', () => {
  expect(errorsFor(4)).toBeLessThan(0.1);
});

it('equal speakers have the error rate of guessing', () => {
  expect(errorsFor(0)).toBeGreaterThan(0.4);
});

it('a common offset of enrolled and tested clips is removed', () => {
  const verifier = new SpeakerVerifier(makeClips('training', 40, 8, 4));
  const test = makeClips('test', 30, 8, 4).map(({ speaker, statistics }) => ({
    speaker,
    statistics: statistics.map((value, i) => value + 5 * (i % 3)),
  }));
  const compare = (isOtherSound: boolean) => {
    const trials = verifier.compare(
      test.filter((_, i) => i % 8 < 4),
      test.filter((_, i) => i % 8 >= 4),
      { isOtherSound },
    );
    return equalErrorRate(trials, 30, randomFor('bootstrap')).rate;
  };
  expect(compare(true)).toBeLessThan(compare(false));
  expect(compare(true)).toBeLessThan(0.1);
});

it('synthetic speakers are separated by their clips', { timeout: 120_000 }, () => {
  const random = randomFor('babblers');
  const between = (low: number, high: number) => low + random() * (high - low);
  const clipsOf = (speaker: number, name: string): Clip[] => {
    const voice: Voice = {
      pitch: between(90, 230),
      tract: between(0.85, 1.2),
      pace: between(0.85, 1.25),
      liveliness: between(1, 5),
      breath: between(0, 0.5),
    };
    return Array.from({ length: 6 }, (_, clip) => ({
      speaker,
      statistics: speakerStatistics(babble(3, voice, `${name} ${speaker} ${clip}`, 16_000), 16_000),
    }));
  };
  const people = (count: number, name: string) =>
    Array.from({ length: count }, (_, speaker) => clipsOf(speaker, name)).flat();
  const verifier = new SpeakerVerifier(people(16, 'training'));
  const test = people(12, 'test');
  const trials = verifier.compare(
    test.filter((_, i) => i % 6 < 3),
    test.filter((_, i) => i % 6 >= 3),
    { isOtherSound: false },
  );
  expect(equalErrorRate(trials, 12, randomFor('bootstrap')).rate).toBeLessThan(0.1);
});
