import type { VoiceFilterId } from '@undertone/domain/voice-filter';

/** Keys of what is made of takes, in memory only. What stands below a take goes with it. */
export const recorderKeys = {
  all: ['recorder'] as const,
  /** The stranger of the next takes, where the person keeps one. */
  keptStranger: () => [...recorderKeys.all, 'kept-stranger'] as const,
  take: (takeId: string) => [...recorderKeys.all, takeId] as const,
  /** The stranger that Veil puts in the speaker's place. */
  stranger: (takeId: string) => [...recorderKeys.take(takeId), 'stranger'] as const,
  /** What this device has made by itself. */
  masked: (takeId: string, filterId: VoiceFilterId) =>
    [...recorderKeys.take(takeId), 'masked', filterId] as const,
  /** How far this device is with that. */
  maskProgress: (takeId: string, filterId: VoiceFilterId) =>
    [...recorderKeys.take(takeId), 'progress', filterId] as const,
  transformedOf: (takeId: string) => [...recorderKeys.take(takeId), 'transformed'] as const,
  transformed: (takeId: string, filterId: VoiceFilterId) =>
    [...recorderKeys.transformedOf(takeId), filterId] as const,
  postedOf: (takeId: string) => [...recorderKeys.take(takeId), 'posted'] as const,
  posted: (takeId: string, filterId: VoiceFilterId) =>
    [...recorderKeys.postedOf(takeId), filterId] as const,
};
