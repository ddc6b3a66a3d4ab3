import { readLocalItem, writeLocalItem } from './local-item.ts';

/*
 * Why the server has ended the session of this browser: an error code of the auth service. It is stored
 * for all tabs until somebody signs in or out.
 */

/** The key of the reason in local storage. */
export const sessionEndKey = (storageKey: string) => `${storageKey}-ended`;

/** @returns null unless the server has ended a session since the last sign-in */
export const readSessionEnd = (storageKey: string): string | null =>
  readLocalItem(sessionEndKey(storageKey));

/** @param code null when somebody has signed in */
export const storeSessionEnd = (storageKey: string, code: string | null): void =>
  writeLocalItem(sessionEndKey(storageKey), code);
