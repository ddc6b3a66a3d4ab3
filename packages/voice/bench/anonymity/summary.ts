import { randomFor } from '../../../../supabase/seed/random.ts';
import { equalErrorRate, type Rate, type Trial } from './equal-error-rate.ts';
import type { SpeakerClip, Understanding } from './measures.ts';
import { SpeakerVerifier, type Clip } from './speaker-verifier.ts';
import type { Figures } from './classes.ts';
import type { Inverse } from './inverse-search.ts';
import type { Result } from './job-thread.ts';
import type { MaskId } from './masks.ts';

/** Equal error rates of three attackers, each of whom knows more than the one before. */
type Linking = {
  /** Trained and enrolled on unmasked voices. */
  knowsNothing: Rate;
  /** Trained on unmasked voices, and enrolled on the speakers' other clips, masked by the filter. */
  knowsFilter: Rate;
  /** Trained on masked voices of other people, and enrolled as the one before. */
  trainedOnMasked: Rate;
};

/** The error rates of the three attackers, who identify speakers by masked clips. Half of a test speaker's clips are enrolled. */
function linking(original: readonly SpeakerClip[], masked: readonly SpeakerClip[]): Linking {
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

/** The measurements of one mask. */
export type Summary = {
  id: MaskId;
  /** Means over the clips; `worst` is the greatest correlation of waveforms. */
  inverse: Inverse & { worst: number };
  linking: Linking;
  understanding: Understanding;
};

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Means over the clips whose inverses were searched. */
export function summarizeInverses(results: readonly Result[], id: MaskId | 'chance') {
  const found = results.flatMap((result) =>
    result.kind === 'inverse' && result.id === id ? result.found : [],
  );
  return {
    waveform: mean(found.map(({ waveform }) => waveform)),
    worst: found.reduce((most, { waveform }) => Math.max(most, waveform), 0),
    pieces: mean(found.map(({ pieces }) => pieces)),
    cepstra: mean(found.map(({ cepstra }) => cepstra)),
  };
}

/** Summarises the results of the jobs of one mask. */
export function summarize(results: readonly Result[], id: MaskId): Summary {
  const clipsOf = (wanted: MaskId) =>
    results.flatMap((result) =>
      result.kind === 'linking' && result.id === wanted ? result.clips : [],
    );
  const understood = results.flatMap((result) =>
    result.kind === 'understanding' && result.id === id ? result.found : [],
  );
  return {
    id,
    inverse: summarizeInverses(results, id),
    linking: linking(clipsOf('original'), clipsOf(id)),
    understanding: {
      clean: mean(understood.map(({ clean }) => clean)),
      noisy: mean(understood.map(({ noisy }) => noisy)),
    },
  };
}

/** The figures that are kept, to three digits. */
export function figuresOf({ inverse, linking, understanding }: Summary): Figures {
  const round = (value: number) => Math.round(value * 1000) / 1000;
  return {
    inverse: round(inverse.waveform),
    eer1: round(linking.knowsNothing.rate),
    eer2: round(linking.knowsFilter.rate),
    eer3: round(linking.trainedOnMasked.rate),
    understanding: round(understanding.clean),
  };
}
