import type { Clip } from '#features/recorder/take/take.ts';
import { runVoiceJob } from './run-voice-job.ts';
import type { TransformedClip } from './transform-clip.ts';

/** A clip as it is posted: levelled, and encoded where this device can. Listeners hear this file. */
export interface PostedClip {
  /** `audio/mpeg`; `audio/wav` where the device cannot encode. */
  audio: Blob;
  /** Length of the sound in seconds, without what an encoder adds at its ends. */
  duration: number;
  /** `WAVEFORM_PEAKS` integers from 0 to `WAVEFORM_PEAK_MAX`, of this file. */
  peaks: number[];
}

/** A posted clip, and what applied its filter. */
export interface MaskedPost {
  clip: PostedClip;
  /** `original` means that neither device nor server could: the clip is the unmasked one, and is never posted. */
  by: TransformedClip['by'];
}

/**
 * Levels and encodes a clip.
 *
 * @throws the signal's reason once that aborts; an Error when the clip cannot be read
 */
export function makePostedClip({ wav }: Clip, signal: AbortSignal): Promise<PostedClip> {
  return runVoiceJob({ kind: 'post', wav }, signal);
}
