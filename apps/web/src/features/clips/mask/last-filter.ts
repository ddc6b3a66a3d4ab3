import {
  isVoiceFilterId,
  VOICE_FILTERS,
  type VoiceFilter,
  type VoiceFilterId,
} from '@undertone/domain/voice-filter';
import type { TakePurpose } from '#features/clips/take/take-purpose.ts';
import { accountItemPrefix, type AccountItem } from '#lib/account-local-storage.ts';
import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';

type Kind = TakePurpose['kind'];

const items: Record<Kind, AccountItem> = {
  drop: 'last-filter',
  reply: 'last-reply-filter',
  message: 'last-message-filter',
};

const storageKey = (userId: string, kind: Kind) => accountItemPrefix(items[kind]) + userId;

/**
 * The filter that an account used last on this device, for drops, replies or messages. Before the first reply or
 * message it is that of the last drop, so that nobody who posts with a mask answers without one unawares.
 */
export function readLastFilter(userId: string, kind: Kind): VoiceFilterId | null {
  const id = readLocalItem(storageKey(userId, kind)) ?? readLocalItem(storageKey(userId, 'drop'));
  return id !== null && isVoiceFilterId(id) ? id : null;
}

/** Stores the filter that an account has used. */
export const storeLastFilter = (userId: string, kind: Kind, id: VoiceFilterId): void =>
  writeLocalItem(storageKey(userId, kind), id);

/** Every filter, the one used last first. */
export const filtersFrom = (last: VoiceFilterId | null): readonly VoiceFilter[] =>
  VOICE_FILTERS.toSorted((one, other) => Number(other.id === last) - Number(one.id === last));
