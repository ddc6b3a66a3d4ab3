import { readAccountKey } from '#lib/account-key.ts';
import { listSealed, removeSealed, seal, unseal } from '#lib/sealed-entries.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import {
  listOutgoing,
  removeOutgoing,
  storeOutgoing,
  type OutgoingMessage,
} from './outbox-store.ts';
import { outboxOf } from './outbox.ts';

/** Encrypts the messages that an account whose session has ended has not sent. */
export async function sealOutbox(userId: string, key: string): Promise<void> {
  for (const message of await listOutgoing(userId)) {
    const text = new TextEncoder().encode(JSON.stringify(message));
    const audio = message.clip?.audio ?? new ArrayBuffer(0);
    await seal(key, { id: message.id, userId, kind: 'message' }, [text, audio]);
    await removeOutgoing(message);
  }
}

/** Decrypts the messages of an account that is signed in again, and sends them. */
export async function unsealOutbox(client: SupabaseClient, userId: string): Promise<void> {
  const ids = await listSealed(userId, 'message');
  for (const id of ids) {
    const [text, audio] = (await unseal(await readAccountKey(client, userId), id)) ?? [];
    if (!text || !audio) continue;
    const message: OutgoingMessage = JSON.parse(new TextDecoder().decode(text));
    if (message.clip) message.clip.audio = audio;
    await storeOutgoing(message);
    await removeSealed(id);
  }
  if (ids.length > 0) outboxOf(client).announce();
}
