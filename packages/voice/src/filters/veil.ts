import { amplify, peakLevel, rootMeanSquare, TARGET_PEAK } from '../gain.ts';
import { resample } from '../resample.ts';
import { analyseVoice } from '../veil/analyse-voice.ts';
import { BANDS } from '../veil/bands.ts';
import { bendTime } from '../veil/bend-time.ts';
import { toBands } from '../veil/cepstrum.ts';
import { excite } from '../veil/excitation.ts';
import { FRAME, RATE, STEP } from '../veil/frames.ts';
import { flattenMelody } from '../veil/melody.ts';
import { replaceTimbre } from '../veil/replace-timbre.ts';
import { synthesize } from '../veil/synthesize.ts';
import { drawSyntheticVoice } from '../veil/synthetic-voice.ts';

/** Width of the resampling kernel. A narrow one suffices: Veil discards everything above 7 kHz. */
const KERNEL_WIDTH = 16;

/** The share of the work that is analysis, for progress reports. */
const ANALYSIS = 0.4;

/**
 * Veil: replaces the speaker's voice by a synthetic one that is drawn at random. Only the words are kept:
 * the movement of the spectral envelope, and which sounds are voiced. Timbre, melody, pace and
 * excitation are those of the synthetic voice. The decision page "Veil" has the method and the reasons.
 *
 * The result is at most 8 % shorter or longer, and as loud as the clip where its peaks allow that. The
 * same input and words give the same samples in every JavaScript engine.
 *
 * @param random four words, 128 bits, from a secure source
 * @param onProgress called with the completed share of the work, from 0 to 1
 * @throws {RangeError} when there are not four words
 */
export function veil(
  samples: Float32Array,
  sampleRate: number,
  random: Uint32Array,
  onProgress: (share: number) => void = () => {},
): Float32Array<ArrayBuffer> {
  const target = drawSyntheticVoice(random);
  if (samples.length === 0) return new Float32Array(0);
  const speech = resample(samples, sampleRate, RATE, KERNEL_WIDTH);
  const voice = analyseVoice(speech, bendTime(Math.max(1, speech.length), random));
  if (voice.loud === 0) return new Float32Array(samples.length);
  onProgress(ANALYSIS);

  const melody = flattenMelody(voice, target.pitch, random);
  const excitation = excite(melody, voice.count * STEP + FRAME, random);
  const envelopeOf = replaceTimbre(voice, target, random);
  const room = new Float64Array(BANDS);
  toBands(target.voiced, room);
  const synthesized = synthesize(voice, excitation, envelopeOf, room, (frames) =>
    onProgress(ANALYSIS + ((1 - ANALYSIS) * frames) / voice.count),
  );
  const veiled = resample(synthesized, RATE, sampleRate, KERNEL_WIDTH);
  // A distant whisper stays soft, as with the other filters.
  const peak = peakLevel(veiled);
  if (peak > 0) {
    const asLoud = rootMeanSquare(samples) / rootMeanSquare(veiled);
    amplify(veiled, Math.min(asLoud, TARGET_PEAK / peak));
  }
  onProgress(1);
  return veiled;
}
