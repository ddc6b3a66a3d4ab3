import { randomFor, type Random } from '../../../../supabase/seed/random.ts';
import { VOICE_FILTER_IDS, type VoiceFilterId } from '../../src/filter-ids.ts';
import { filterSamples } from '../../src/filter-samples.ts';
import { amplify, normalizingGain } from '../../src/gain.ts';
import { ALPHAS, mcadams } from './mcadams.ts';

/** The measured masks: the filters, and a published one for comparison. */
export type MaskId = VoiceFilterId | 'mcadams';

export const MASK_IDS: readonly MaskId[] = [...VOICE_FILTER_IDS, 'mcadams'];

/**
 * Masks a clip as the app does; a mask's random numbers depend on the seed only.
 *
 * @param samples full scale at ±1, at `sampleRate` Hz
 */
export function mask(
  samples: Float32Array,
  sampleRate: number,
  id: MaskId,
  seed: string,
): Float32Array<ArrayBuffer> {
  const random = randomFor(seed);
  if (id === 'mcadams') {
    const alpha = ALPHAS.low + random() * (ALPHAS.high - ALPHAS.low);
    const masked = mcadams(samples, sampleRate, alpha);
    amplify(masked, normalizingGain(masked));
    return masked;
  }
  const words = Uint32Array.from({ length: 4 }, () => drawWord(random));
  return filterSamples(samples, sampleRate, id, { seed: words[0]!, random: words });
}

const drawWord = (random: Random): number => Math.floor(random() * 0x1_0000_0000);

/**
 * Returns the moment in the masked clip for a moment in the unmasked one, both in seconds.
 * Null for a mask that varies the speed at random.
 */
export function knownTime(id: MaskId): ((seconds: number) => number) | null {
  if (id === 'veil') return null;
  if (id === 'chipmunk') return (seconds) => seconds / 1.3;
  if (id === 'deep') return (seconds) => seconds / 0.85;
  return (seconds) => seconds;
}
