import { amplify, peakLevel } from '../gain.ts';
import { resample } from '../resample.ts';
import { analyseVoice } from '../veil/analyse-voice.ts';
import { BANDS } from '../veil/bands.ts';
import { bendTime } from '../veil/bend-time.ts';
import { toBands } from '../veil/cepstrum.ts';
import { excite } from '../veil/excitation.ts';
import { FRAME, RATE, STEP } from '../veil/frames.ts';
import { flattenMelody } from '../veil/melody.ts';
import { replaceTimbre } from '../veil/replace-timbre.ts';
import { speak } from '../veil/speak.ts';
import { drawStranger } from '../veil/stranger.ts';

/** The width of the resampling kernel: what it lets through above 7 kHz, Veil leaves out anyway. */
const KERNEL_WIDTH = 16;

/** The share of the work that taking the voice apart is. */
const ANALYSIS = 0.4;

/**
 * Veil: a stranger speaks in place of the speaker. Of the clip only what is said is kept: how the spectrum's
 * envelope moves, and which sounds are voiced. Timbre, melody, pace and the sound itself are the
 * stranger's, who is drawn at random; docs/decisions/0053-veil.md says how and why.
 *
 * The result is at most 8 % shorter or longer, with the clip's peak. The same input and words give the same samples in every
 * JavaScript engine.
 *
 * @param random four words, 128 bits, from a secure source
 * @param onProgress is told which share of the work is done, from 0 to 1
 * @throws {RangeError} when there are not four words
 */
export function veil(
  samples: Float32Array,
  sampleRate: number,
  random: Uint32Array,
  onProgress: (share: number) => void = () => {},
): Float32Array<ArrayBuffer> {
  const stranger = drawStranger(random);
  if (samples.length === 0) return new Float32Array(0);
  const speech = resample(samples, sampleRate, RATE, KERNEL_WIDTH);
  const voice = analyseVoice(speech, bendTime(Math.max(1, speech.length), random));
  if (voice.loud === 0) return new Float32Array(samples.length);
  onProgress(ANALYSIS);

  const melody = flattenMelody(voice, stranger.pitch, random);
  const excitation = excite(melody, voice.count * STEP + FRAME, random);
  const envelopeOf = replaceTimbre(voice, stranger, random);
  const room = new Float64Array(BANDS);
  toBands(stranger.voiced, room);
  const spoken = speak(voice, excitation, envelopeOf, room, (frames) =>
    onProgress(ANALYSIS + ((1 - ANALYSIS) * frames) / voice.count),
  );
  const veiled = resample(spoken, RATE, sampleRate, KERNEL_WIDTH);
  const peak = peakLevel(veiled);
  // What is whispered far away stays so, as in other filters.
  if (peak > 0) amplify(veiled, peakLevel(samples) / peak);
  onProgress(1);
  return veiled;
}
