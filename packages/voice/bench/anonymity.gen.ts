// Written by `node packages/voice/bench/anonymity.bench.ts --write`: not to be changed by hand.
import type { VoiceFilterId } from '../src/filter-ids.ts';
import type { Figures } from './anonymity/classes.ts';

/** The figures of each filter, and of the McAdams baseline, for synthetic speakers. */
export const MEASURED: Readonly<Record<VoiceFilterId | 'mcadams', Figures>> = {
  original: { inverse: 1, eer1: 0.01, eer2: 0.009, eer3: 0.01, understanding: 1 },
  veil: { inverse: 0.202, eer1: 0.489, eer2: 0.462, eer3: 0.319, understanding: 0.797 },
  chipmunk: { inverse: 0.999, eer1: 0.371, eer2: 0.019, eer3: 0.016, understanding: 0.611 },
  deep: { inverse: 1, eer1: 0.262, eer2: 0.013, eer3: 0.006, understanding: 0.735 },
  robot: { inverse: 0.237, eer1: 0.325, eer2: 0.008, eer3: 0.013, understanding: 0.861 },
  echo: { inverse: 0.844, eer1: 0.081, eer2: 0.016, eer3: 0.011, understanding: 0.862 },
  vintage: { inverse: 0.67, eer1: 0.138, eer2: 0.019, eer3: 0.006, understanding: 0.966 },
  megaphone: { inverse: 0.606, eer1: 0.244, eer2: 0.019, eer3: 0.019, understanding: 0.833 },
  mcadams: { inverse: 0.283, eer1: 0.419, eer2: 0.231, eer3: 0.041, understanding: 0.743 },
};
