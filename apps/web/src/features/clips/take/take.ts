import { DEFAULT_VOICE_FILTER, type VoiceFilterId } from '@undertone/domain/voice-filter';

/*
 * A take is one recording with its form, from the first chunk until it is sent or discarded. A clip is
 * decoded sound that can be played and sent: the take's own, or the result of a voice filter.
 */

export interface Clip {
  /** A WAV file: 16-bit, mono, 44 100 Hz. */
  wav: Blob;
  /** Duration in seconds, computed from the number of samples. */
  duration: number;
  /** `PEAK_COUNT` integers from 0 to `PEAK_MAX`. */
  peaks: number[];
}

/** Whether a clip contains no sound at all, for example because the microphone is off. */
export const isSilent = ({ peaks }: Clip): boolean => peaks.every((peak) => peak === 0);

/** The form of a take that is not sent yet: its filter, and what else is sent with it. */
export interface TakeDraft {
  filterId: VoiceFilterId;
  /** Whether the form has been opened. */
  choosing: boolean;
  [field: string]: unknown;
}

export const EMPTY_DRAFT: TakeDraft = { filterId: DEFAULT_VOICE_FILTER, choosing: false };
