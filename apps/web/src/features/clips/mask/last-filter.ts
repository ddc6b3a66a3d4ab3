import { isVoiceFilterId, type VoiceFilterId } from '@undertone/domain/voice-filter';
import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';

/** Removed with the account's other items (`lib/remove-other-accounts.ts`), whose file the recorder need not load. */
const storageKey = (userId: string) => `undertone:last-filter/${userId}`;

/** The filter with which an account last posted on this device. */
export function readLastFilter(userId: string): VoiceFilterId | null {
  const id = readLocalItem(storageKey(userId));
  return id !== null && isVoiceFilterId(id) ? id : null;
}

/** Stores the filter with which an account has posted. */
export const storeLastFilter = (userId: string, id: VoiceFilterId): void =>
  writeLocalItem(storageKey(userId), id);
