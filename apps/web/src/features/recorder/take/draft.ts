import { DEFAULT_PRIVACY_LEVEL, type PrivacyLevel } from '@undertone/domain/privacy-level';
import { DEFAULT_VOICE_FILTER, type VoiceFilterId } from '@undertone/domain/voice-filter';

/** What a person has said about a take that is not posted yet. Its hashtags are those in the description. */
export interface Draft {
  filterId: VoiceFilterId;
  description: string;
  privacy: PrivacyLevel;
  /** Whether the filter step has been opened. */
  choosing: boolean;
}

export const EMPTY_DRAFT: Draft = {
  filterId: DEFAULT_VOICE_FILTER,
  description: '',
  privacy: DEFAULT_PRIVACY_LEVEL,
  choosing: false,
};
