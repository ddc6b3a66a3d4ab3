import { DEFAULT_PRIVACY_LEVEL, type PrivacyLevel } from '@undertone/domain/privacy-level';
import { EMPTY_DRAFT, type TakeDraft } from '#features/clips/take/take.ts';

/** The form of a drop that is not posted yet. Its hashtags are part of the description. */
export interface DropDraft extends TakeDraft {
  description: string;
  privacy: PrivacyLevel;
  isSensitive: boolean;
}

export const EMPTY_DROP_DRAFT: DropDraft = {
  ...EMPTY_DRAFT,
  description: '',
  privacy: DEFAULT_PRIVACY_LEVEL,
  isSensitive: false,
};

/** The form of a drop, as the form of its take has it so far. */
export const dropDraftOf = (draft: TakeDraft): DropDraft => ({ ...EMPTY_DROP_DRAFT, ...draft });
