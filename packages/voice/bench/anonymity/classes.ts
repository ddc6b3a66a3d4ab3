/** The figures of one filter; rates and correlations are between 0 and 1. */
export type Figures = {
  /** The correlation of the unmasked waveform with the result of the best inverse: `searchInverse`. */
  inverse: number;
  /** Equal error rates of an attacker who knows nothing, knows the filter, has trained on masked voices. */
  eer1: number;
  eer2: number;
  eer3: number;
  /** How much of a take without noise is understood: `understanding`. */
  understanding: number;
};

/** How well a filter hides the speaker: the classes of the filters in packages/domain. */
type AnonymityClass = 'nothing' | 'little' | 'some' | 'most';

/** The inverse from which the voice is practically unmasked. */
const UNCHANGED = 0.99;

/** The inverse above which one command of an audio editor recovers most of the unmasked voice. */
const UNDONE = 0.5;

/** Bounds for `most`: the waveform cannot be recovered, and a trained attacker often errs. */
const HIDDEN = { inverse: 0.3, eer3: 0.3 };

/** The class of a filter by its figures. The app's filter picker describes it. */
export function classOf({ inverse, eer3, understanding }: Figures): AnonymityClass {
  if (inverse >= UNCHANGED && understanding >= UNCHANGED) return 'nothing';
  if (inverse > UNDONE) return 'little';
  return inverse <= HIDDEN.inverse && eer3 >= HIDDEN.eer3 ? 'most' : 'some';
}
