import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/**
 * Opens a database of IndexedDB at its first use, and again after the browser has closed it.
 * @param create makes the object stores of a new database
 */
export function databaseOpener<Schema extends DBSchema>(
  name: string,
  create: (database: IDBPDatabase<Schema>) => void,
): () => Promise<IDBPDatabase<Schema>> {
  let opening: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = () => (opening = undefined);
  return () => {
    opening ??= openDB<Schema>(name, 1, { upgrade: create, terminated: forget });
    opening.catch(forget);
    return opening;
  };
}

/** All keys of an account in a store whose keys begin with the account's id: IndexedDB sorts arrays after texts. */
export const keysOfAccount = (userId: string): IDBKeyRange =>
  IDBKeyRange.bound([userId], [userId, []]);

/** The accounts of such keys that are not signed in. */
export const absentAccounts = (
  keys: readonly (readonly [userId: string, ...rest: unknown[]])[],
  isSignedIn: (userId: string) => boolean,
): Set<string> => new Set(keys.map(([userId]) => userId).filter((userId) => !isSignedIn(userId)));
