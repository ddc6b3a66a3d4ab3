import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import type { TakePurpose } from '#features/clips/take/take-purpose.ts';

/** A clip that is ready to be sent: masked, levelled and encoded. */
export interface ReadyClip {
  /** The same for every attempt to send the take. */
  takeId: string;
  audio: Blob;
  /** `audio/mpeg`, or `audio/wav` where the device cannot encode. */
  type: string;
  /** Seconds. */
  duration: number;
  /** `PEAK_COUNT` integers from 0 to `PEAK_MAX`. */
  waveform: number[];
  filterId: VoiceFilterId;
}

interface SendOptions {
  /** Aborts when the person cancels. */
  signal: AbortSignal;
  /** Call it with the share of the audio that has been sent, 0 to 1, if that is known. */
  onProgress: (share: number) => void;
}

export interface ClipRecorderProps {
  /** What is recorded, and where: a take of this place that was not sent is offered again. */
  purpose: TakePurpose;
  /** The filter of every clip, where none can be chosen. */
  fixedFilter?: VoiceFilterId;
  /** All clips with this key are spoken by one voice of Veil, see `veilSeed`. */
  seedKey?: string;
  /** Sends the clip. The take is deleted when the promise resolves, and kept with the reason shown when it rejects. */
  onSend: (clip: ReadyClip, options: SendOptions) => Promise<void>;
  /** Called with whether something is recorded, listened to or sent. */
  onActive?: (isActive: boolean) => void;
  disabled?: boolean;
}
