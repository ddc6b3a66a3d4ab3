import type { VoiceFilterId } from '@undertone/domain/voice-filter';

/** What distinguishes the clip of a take from those of its other edits. */
interface ClipKey {
  id: string;
  revision?: string;
}

/** Query keys of the recorder: of what is computed from takes, in memory only, and of what was answered. Keys below a take are removed with it. */
export const recorderKeys = {
  all: ['recorder'] as const,
  /** The seed for the next takes, if the user keeps one. */
  keptVeilSeed: () => [...recorderKeys.all, 'kept-veil-seed'] as const,
  /** The notices that an account has answered. */
  answeredNotices: (userId: string) => [...recorderKeys.all, 'answered-notices', userId] as const,
  take: (takeId: string) => [...recorderKeys.all, takeId] as const,
  veilSeed: (takeId: string) => [...recorderKeys.take(takeId), 'veil-seed'] as const,
  sharesVoice: (takeId: string) => [...recorderKeys.take(takeId), 'shares-voice'] as const,
  /** What is computed from the clip of a take. */
  clip: ({ id, revision = '' }: ClipKey) => [...recorderKeys.take(id), 'clip', revision] as const,
  /** The clip that this device has masked. */
  masked: (clip: ClipKey, filterId: VoiceFilterId) =>
    [...recorderKeys.clip(clip), 'masked', filterId] as const,
  /** The progress of masking on this device. */
  maskProgress: (clip: ClipKey, filterId: VoiceFilterId) =>
    [...recorderKeys.clip(clip), 'progress', filterId] as const,
  transformedOf: (clip: ClipKey) => [...recorderKeys.clip(clip), 'transformed'] as const,
  transformed: (clip: ClipKey, filterId: VoiceFilterId) =>
    [...recorderKeys.transformedOf(clip), filterId] as const,
  postedOf: (clip: ClipKey) => [...recorderKeys.clip(clip), 'posted'] as const,
  posted: (clip: ClipKey, filterId: VoiceFilterId) =>
    [...recorderKeys.postedOf(clip), filterId] as const,
};
