import { echo } from './echo.ts';
import { normalizingGain } from './loudness.ts';
import { megaphone } from './megaphone.ts';
import { resample } from './resample.ts';
import { robot } from './robot.ts';
import { vintage } from './vintage.ts';
import type { VoiceFilterId } from './voice-filter.ts';

/** The filters that change the voice. */
export type VoiceMaskId = Exclude<VoiceFilterId, 'original'>;

export type MaskOptions = {
  /** Where the noise of Vintage Radio starts: the same seed gives the same sound to the bit. */
  seed?: number;
};

type Samples = Float32Array<ArrayBuffer>;

/** A masked voice before its loudness is set: the gain is left to whoever touches it next. */
export type MaskedVoice = { samples: Samples; gain: number };

const DEFAULT_SEED = 1;

/** How much faster than spoken a clip is played, pitch and tempo together, as a ratio: 1.3, 0.85. */
const CHIPMUNK_SPEED = [13, 10] as const;
const DEEP_SPEED = [17, 20] as const;

/**
 * Width of the resampling kernel for these, a quarter of what a change of format takes. What it
 * loses of speech lies 62 dB below it, and the preview comes sooner.
 */
const SPEED_KERNEL = 8;

/** A changed speed sounds quieter than the same peak at the old one, so it is raised above it. */
const SPEED_BOOST = 1.3;

type Mask = (samples: Samples, sampleRate: number, seed: number) => Samples;

const MASKS: Record<VoiceMaskId, { mask: Mask; boost: number }> = {
  chipmunk: {
    mask: (samples) => resample(samples, ...CHIPMUNK_SPEED, SPEED_KERNEL),
    boost: SPEED_BOOST,
  },
  deep: { mask: (samples) => resample(samples, ...DEEP_SPEED, SPEED_KERNEL), boost: SPEED_BOOST },
  robot: { mask: robot, boost: 1 },
  echo: { mask: echo, boost: 1 },
  vintage: { mask: vintage, boost: 1 },
  megaphone: { mask: megaphone, boost: 1 },
};

/**
 * Masks a voice and says by what gain it is to be raised, clipping at ±1, for its loudness to be
 * right. For the whole in one, see `transformVoice` and `transformWav`.
 *
 * @param samples are given away: some filters work in place.
 * @throws {RangeError} when a sample is not finite.
 */
export function maskVoice(
  samples: Samples,
  sampleRate: number,
  filter: VoiceMaskId,
  { seed = DEFAULT_SEED }: MaskOptions = {},
): MaskedVoice {
  const { mask, boost } = MASKS[filter];
  const masked = mask(samples, sampleRate, seed);
  return { samples: masked, gain: normalizingGain(masked) * boost };
}
