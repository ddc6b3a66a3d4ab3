import { createMp3Encoder } from 'wasm-media-encoders/esnext';
import { AUDIO_SAMPLE_RATE } from '../../packages/domain/src/limits.ts';
import { encodeVoice, type EncodedVoice } from '../../packages/voice/src/encode-voice.ts';
import type { VoiceFilterId } from '../../packages/voice/src/filter-ids.ts';
import { filterSamples } from '../../packages/voice/src/filter-samples.ts';
import { babble } from './babble.ts';
import { randomFor } from './random.ts';
import type { Voice } from './utterance.ts';

/** The parameters of a clip. */
export interface ClipOrder {
  readonly voice: Voice;
  /** Length of the speech, seconds; the filter may change it. */
  readonly seconds: number;
  /** The seed of the speech: the same text gives the same clip. */
  readonly about: string;
  readonly filter: VoiceFilterId;
  readonly type: EncodedVoice['type'];
}

let mp3Encoder: ReturnType<typeof createMp3Encoder> | undefined;

/** Synthesises speech and masks, levels and encodes it, as the recorder does. */
export async function makeClip(order: ClipOrder): Promise<EncodedVoice> {
  const { voice, seconds, about, filter, type } = order;
  const spoken = babble(seconds, voice, about, AUDIO_SAMPLE_RATE);
  return encodeClip(spoken, filter, about, type);
}

/**
 * Masks, levels and encodes speech, as the recorder does.
 *
 * @param spoken one channel at AUDIO_SAMPLE_RATE
 * @param about the seed of Veil
 */
export async function encodeClip(
  spoken: Float32Array,
  filter: VoiceFilterId,
  about: string,
  type: EncodedVoice['type'],
): Promise<EncodedVoice> {
  const random = strangerFor(about);
  const masked = filterSamples(spoken, AUDIO_SAMPLE_RATE, filter, { random });
  if (type === 'audio/wav') return encodeVoice(masked, AUDIO_SAMPLE_RATE, null);
  mp3Encoder ??= createMp3Encoder();
  return encodeVoice(masked, AUDIO_SAMPLE_RATE, await mp3Encoder);
}

/**
 * The 128 bits that seed Veil. They are derived from the text, so that the demo is the same each time. That
 * is safe only because the speakers are synthetic; the recorder takes them from a secure source.
 */
function strangerFor(about: string): Uint32Array {
  const random = randomFor(`the stranger of ${about}`);
  return Uint32Array.from({ length: 4 }, () => random() * 2 ** 32);
}
