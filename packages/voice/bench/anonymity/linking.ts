import { randomFor } from '../../../../supabase/seed/random.ts';
import { equalErrorRate, type Rate, type Trial } from './equal-error-rate.ts';
import type { SpeakerClip } from './measures.ts';
import { SpeakerVerifier, type Clip } from './speaker-verifier.ts';

/** Equal error rates of three attackers, each of whom knows more than the one before. */
export type Linking = {
  /** Trained and enrolled on unmasked voices. */
  knowsNothing: Rate;
  /** Trained on unmasked voices, and enrolled on the speakers' other clips, masked by the filter. */
  knowsFilter: Rate;
  /** Trained on masked voices of other people, and enrolled as the one before. */
  trainedOnMasked: Rate;
};

/** The error rates of the three attackers, who identify speakers by masked clips. Half of a test speaker's clips are enrolled. */
export function linking(original: readonly SpeakerClip[], masked: readonly SpeakerClip[]): Linking {
  const names = [
    ...new Set(original.filter(({ part }) => part === 'test').map(({ speaker }) => speaker)),
  ];
  const enrolled = 1 + Math.floor(original.reduce((most, { clip }) => Math.max(most, clip), 0) / 2);
  const training = (clips: readonly SpeakerClip[]): Clip[] => {
    const others = clips.filter(({ part }) => part === 'training');
    const known = [...new Set(others.map(({ speaker }) => speaker))];
    return others.map(({ speaker, statistics }) => ({
      speaker: known.indexOf(speaker),
      statistics,
    }));
  };
  const test = (clips: readonly SpeakerClip[], isWanted: (clip: number) => boolean): Clip[] =>
    clips
      .filter(({ part, clip }) => part === 'test' && isWanted(clip))
      .map(({ speaker, statistics }) => ({ speaker: names.indexOf(speaker), statistics }));
  const enrolment = (clips: readonly SpeakerClip[]) => test(clips, (clip) => clip < enrolled);
  const trial = test(masked, (clip) => clip >= enrolled);
  const rate = (trials: readonly Trial[]) =>
    equalErrorRate(trials, names.length, randomFor('bootstrap'));

  const plain = new SpeakerVerifier(training(original));
  const adapted = new SpeakerVerifier(training(masked));
  return {
    knowsNothing: rate(plain.compare(enrolment(original), trial, { isOtherSound: false })),
    knowsFilter: rate(plain.compare(enrolment(masked), trial, { isOtherSound: true })),
    trainedOnMasked: rate(adapted.compare(enrolment(masked), trial, { isOtherSound: false })),
  };
}
