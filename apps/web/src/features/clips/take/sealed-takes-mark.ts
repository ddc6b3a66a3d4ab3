import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';

/*
 * Whether an account has left encrypted takes on this device. The mark is in local storage, so that the
 * recorder loads the code that decrypts them only for such an account.
 */

/** The start of the marks of all accounts. */
export const SEALED_TAKES = 'undertone:sealed-takes/';

const keyOf = (userId: string) => SEALED_TAKES + userId;

export const mayHaveSealedTakes = (userId: string): boolean =>
  readLocalItem(keyOf(userId)) !== null;

export const markSealedTakes = (userId: string, isLeft: boolean): void =>
  writeLocalItem(keyOf(userId), isLeft ? 'yes' : null);
