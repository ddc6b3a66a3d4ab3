import type { Figures } from './classes.ts';
import type { Inverse } from './inverse-search.ts';
import type { Result } from './job.ts';
import { linking, type Linking } from './linking.ts';
import type { MaskId } from './masks.ts';
import type { Understanding } from './measures.ts';

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
