import type { DBSchema } from 'idb';
import { databaseOpener } from './open-database.ts';

/** How long an account can come back for what it has left, in days. */
const KEPT_DAYS = 30;

/** The length of the random initialization vector of AES-GCM, in bytes. It precedes each encrypted part. */
const IV_BYTES = 12;

type EntryKind = 'take' | 'comments' | 'message';

/** What an account whose session has ended has left on this device, encrypted with the account's key. */
interface SealedEntry {
  id: string;
  userId: string;
  kind: EntryKind;
  /** Milliseconds since 1970. */
  sealedAt: number;
  parts: ArrayBuffer[];
}

interface Schema extends DBSchema {
  entries: { key: string; value: SealedEntry; indexes: { userId: string } };
}

const database = databaseOpener<Schema>('undertone-sealed', (db) => {
  db.createObjectStore('entries', { keyPath: 'id' }).createIndex('userId', 'userId');
});

/** Whether this page can encrypt: a page without HTTPS has no WebCrypto, unless it is served by this device. */
export const canSeal = (): boolean => 'indexedDB' in window && 'subtle' in crypto;

/** @param k 32 bytes in base64url */
const importKey = (k: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('jwk', { kty: 'oct', k, alg: 'A256GCM' }, 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);

/** Binds a part to its entry and place, so that the parts of other entries cannot replace it. */
const placeOf = (
  entry: Pick<SealedEntry, 'id' | 'userId' | 'kind'>,
  index: number,
  count: number,
) => new TextEncoder().encode([entry.userId, entry.kind, entry.id, index, count].join('/'));

/** Encrypts and stores an entry, in place of an entry with its id. @param key 32 bytes in base64url */
export async function seal(
  key: string,
  entry: Pick<SealedEntry, 'id' | 'userId' | 'kind'>,
  parts: readonly BufferSource[],
): Promise<void> {
  const imported = await importKey(key);
  const encrypt = async (part: BufferSource, index: number) => {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const additionalData = placeOf(entry, index, parts.length);
    const name = 'AES-GCM';
    const sealed = await crypto.subtle.encrypt({ name, iv, additionalData }, imported, part);
    return new Blob([iv, sealed]).arrayBuffer();
  };
  const sealed = await Promise.all(parts.map(encrypt));
  await (await database()).put('entries', { ...entry, sealedAt: Date.now(), parts: sealed });
}

/** The ids of an account's entries of a kind. */
export async function listSealed(userId: string, kind: EntryKind): Promise<string[]> {
  const entries = await (await database()).getAllFromIndex('entries', 'userId', userId);
  return entries.filter((entry) => entry.kind === kind).map(({ id }) => id);
}

/** Decrypts an entry; undefined when it has been removed. @throws when the key is another one */
export async function unseal(key: string, id: string): Promise<ArrayBuffer[] | undefined> {
  const entry = await (await database()).get('entries', id);
  if (!entry) return undefined;
  const { parts } = entry;
  const imported = await importKey(key);
  const decrypt = (part: ArrayBuffer, index: number) => {
    const iv = part.slice(0, IV_BYTES);
    const additionalData = placeOf(entry, index, parts.length);
    const name = 'AES-GCM';
    return crypto.subtle.decrypt({ name, iv, additionalData }, imported, part.slice(IV_BYTES));
  };
  return Promise.all(parts.map(decrypt));
}

export async function removeSealed(id: string): Promise<void> {
  await (await database()).delete('entries', id);
}

/** Removes all entries of an account. */
export async function removeSealedOf(userId: string): Promise<void> {
  const { store, done } = (await database()).transaction('entries', 'readwrite');
  const ids = await store.index('userId').getAllKeys(userId);
  await Promise.all([...ids.map((id) => store.delete(id)), done]);
}

/** What was left before this time is removed, milliseconds since 1970. */
export const keptSince = (): number => Date.now() - KEPT_DAYS * 24 * 3_600_000;

/**
 * Removes the entries of all accounts that are too old. An entry whose time is ahead of a clock that was set
 * back stays, as long as it is.
 *
 * @returns whether entries are left
 */
export async function removeExpired(): Promise<boolean> {
  const start = keptSince();
  const { store, done } = (await database()).transaction('entries', 'readwrite');
  const entries = await store.getAll();
  const expired = entries.filter(({ sealedAt }) => sealedAt < start);
  await Promise.all([...expired.map(({ id }) => store.delete(id)), done]);
  return expired.length < entries.length;
}
