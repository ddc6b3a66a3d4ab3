import type { DBSchema } from 'idb';
import { databaseOpener, keysOfAccount } from '#lib/open-database.ts';

/** The voice of a message that is not sent yet. */
export interface OutgoingClip {
  /** Its id on the server, made here: an upload that is repeated stores it once. */
  id: string;
  /** An ArrayBuffer, since Safari has lost Blobs kept in IndexedDB. */
  audio: ArrayBuffer;
  type: string;
  /** Seconds. */
  duration: number;
  waveform: number[];
  filter: string;
}

/** A message that waits on this device. */
export interface OutgoingMessage {
  /** The account that has written it; no other account sends it. */
  userId: string;
  /** Its id on the server, made here: a message that is sent twice is stored once. */
  id: string;
  conversationId: string;
  /** When it was written, in milliseconds since 1970; later messages have later times. */
  writtenAt: number;
  content?: string;
  clip?: OutgoingClip;
  /** Why the server has refused it; it is then sent only if the person asks for that. */
  failure?: string;
}

type Key = [userId: string, writtenAt: number, id: string];

interface Schema extends DBSchema {
  outgoing: { key: Key; value: OutgoingMessage };
}

const database = databaseOpener<Schema>('undertone-messages', (db) => {
  db.createObjectStore('outgoing', { keyPath: ['userId', 'writtenAt', 'id'] });
});

const keyOf = ({ userId, writtenAt, id }: OutgoingMessage): Key => [userId, writtenAt, id];

/** Stores a message, in place of an earlier state of it. */
export async function storeOutgoing(message: OutgoingMessage): Promise<void> {
  await (await database()).put('outgoing', message);
}

/** An account's messages in the order in which they were written. */
export async function listOutgoing(userId: string): Promise<OutgoingMessage[]> {
  if (!('indexedDB' in window)) return [];
  return (await database()).getAll('outgoing', keysOfAccount(userId));
}

export async function removeOutgoing(message: OutgoingMessage): Promise<void> {
  await (await database()).delete('outgoing', keyOf(message));
}

/** Deletes the messages of an account. */
export async function removeOutgoingOf(userId: string): Promise<void> {
  await (await database()).delete('outgoing', keysOfAccount(userId));
}

/** The accounts that have messages on this device. */
export async function outgoingOwners(): Promise<string[]> {
  return (await (await database()).getAllKeys('outgoing')).map(([userId]) => userId);
}
