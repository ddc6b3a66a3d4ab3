import type { VoiceFilterId } from '@undertone/domain/voice-filter';

/** Query keys of what is computed from takes, in memory only. Keys below a take are removed with it. */
export const recorderKeys = {
  all: ['recorder'] as const,
  /** The seed for the next takes, if the user keeps one. */
  keptVeilSeed: () => [...recorderKeys.all, 'kept-veil-seed'] as const,
  take: (takeId: string) => [...recorderKeys.all, takeId] as const,
  veilSeed: (takeId: string) => [...recorderKeys.take(takeId), 'veil-seed'] as const,
  /** The clip that this device has masked. */
  masked: (takeId: string, filterId: VoiceFilterId) =>
    [...recorderKeys.take(takeId), 'masked', filterId] as const,
  /** The progress of masking on this device. */
  maskProgress: (takeId: string, filterId: VoiceFilterId) =>
    [...recorderKeys.take(takeId), 'progress', filterId] as const,
  transformedOf: (takeId: string) => [...recorderKeys.take(takeId), 'transformed'] as const,
  transformed: (takeId: string, filterId: VoiceFilterId) =>
    [...recorderKeys.transformedOf(takeId), filterId] as const,
  postedOf: (takeId: string) => [...recorderKeys.take(takeId), 'posted'] as const,
  posted: (takeId: string, filterId: VoiceFilterId) =>
    [...recorderKeys.postedOf(takeId), filterId] as const,
};
