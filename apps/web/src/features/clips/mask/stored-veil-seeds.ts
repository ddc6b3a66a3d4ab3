import { accountKey } from '#lib/account-local-storage.ts';
import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';
import { logFailure } from '#lib/log.ts';
import { newVeilSeed, type VeilSeed } from './veil-seeds.ts';

/*
 * Seeds of Veil that this device stores for an account, by key: each draws one voice for all takes with its key. They
 * are removed with the account's other items when it signs out or is deleted (`lib/remove-other-accounts.ts`).
 */

type StoredSeeds = Record<string, readonly number[]>;

const storageKey = (userId: string) => accountKey('veil-seeds', userId);

function readSeeds(userId: string): StoredSeeds {
  try {
    return JSON.parse(readLocalItem(storageKey(userId)) ?? '{}');
  } catch (cause) {
    logFailure('The seeds of Veil could not be read.', cause);
    return {};
  }
}

const storeSeeds = (userId: string, seeds: StoredSeeds): void =>
  writeLocalItem(storageKey(userId), Object.keys(seeds).length > 0 ? JSON.stringify(seeds) : null);

/** Whether this device stores a seed for a key. Another device draws another voice. */
export const hasVeilSeed = (userId: string, key: string): boolean => key in readSeeds(userId);

/** The keys for which this device stores seeds. */
export const veilSeedKeys = (userId: string): string[] => Object.keys(readSeeds(userId));

/** The seed for a key. It is drawn once, and stored on this device until it is forgotten. */
export function veilSeed(userId: string, key: string): VeilSeed {
  const seeds = readSeeds(userId);
  const known = seeds[key];
  if (known) return Uint32Array.from(known);
  const seed = newVeilSeed();
  storeSeeds(userId, { ...seeds, [key]: [...seed] });
  return seed;
}

/** Removes the seed for a key from this device. */
export function forgetVeilSeed(userId: string, key: string): void {
  const { [key]: _, ...others } = readSeeds(userId);
  storeSeeds(userId, others);
}
