import type { Clip } from '#features/recorder/take/take.ts';
import { runVoiceJob } from './run-voice-job.ts';
import type { TransformedClip } from './transform-clip.ts';

/** A clip as it is posted and played by listeners: levelled, and encoded if this device can. */
export interface PostedClip {
  /** `audio/mpeg`; `audio/wav` where the device cannot encode. */
  audio: Blob;
  /** Duration in seconds, without the padding of the encoder. */
  duration: number;
  /** `WAVEFORM_PEAKS` integers from 0 to `WAVEFORM_PEAK_MAX`, of this file. */
  peaks: number[];
}

/** A posted clip, and what applied its filter. */
export interface MaskedPost {
  clip: PostedClip;
  /** `original` if neither device nor server could apply it: the clip is unmasked, and is never posted. */
  by: TransformedClip['by'];
}

/**
 * Levels and encodes a clip.
 *
 * @throws the signal's reason when it aborts; an Error when the clip cannot be read
 */
export function makePostedClip({ wav }: Clip, signal: AbortSignal): Promise<PostedClip> {
  return runVoiceJob({ kind: 'post', wav }, signal);
}
