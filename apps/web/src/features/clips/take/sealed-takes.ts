import { readAccountKey } from '#lib/account-key.ts';
import { listSealed, removeSealed, seal, unseal } from '#lib/sealed-entries.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { markSealedTakes } from './sealed-takes-mark.ts';
import { lockTakeInTurn, unlockTake } from './take-lock.ts';
import {
  deleteTake,
  listTakes,
  readChunks,
  readTake,
  restoreTake,
  type Take,
} from './take-store.ts';

/** Encrypts the takes of an account whose session has ended, each when no recorder uses it any more. */
export async function sealTakes(userId: string, key: string, signal: AbortSignal): Promise<void> {
  for (const { id } of await listTakes(userId)) {
    await withLock(id, signal, async () => {
      const take = await readTake(id);
      if (!take) return;
      markSealedTakes(userId, true);
      const clip = take.post?.clip?.bytes ?? new ArrayBuffer(0);
      const form = new TextEncoder().encode(JSON.stringify(take));
      await seal(key, { id, userId, kind: 'take' }, [form, clip, ...(await readChunks(id))]);
      await deleteTake(id);
    });
  }
}

/** The decryption in progress of each account. A second one would hold locks that the first caller then finds. */
const unsealing = new Map<string, Promise<boolean>>();

/** Decrypts the takes of an account that is signed in again. @returns whether there were any */
export function unsealTakes(client: SupabaseClient, userId: string): Promise<boolean> {
  const work =
    unsealing.get(userId) ??
    unsealAll(client, userId).finally(() => {
      unsealing.delete(userId);
    });
  unsealing.set(userId, work);
  return work;
}

async function unsealAll(client: SupabaseClient, userId: string): Promise<boolean> {
  const { signal } = new AbortController();
  const ids = await listSealed(userId, 'take');
  for (const id of ids) {
    const key = await readAccountKey(client, userId);
    await withLock(id, signal, async () => {
      const [form, clip, ...chunks] = (await unseal(key, id)) ?? [];
      // Another tab has done it meanwhile.
      if (!form || !clip) return;
      const take: Take = JSON.parse(new TextDecoder().decode(form));
      if (take.post?.clip) take.post.clip.bytes = clip;
      await restoreTake(take, chunks);
      await removeSealed(id);
    });
  }
  markSealedTakes(userId, false);
  return ids.length > 0;
}

async function withLock(id: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  await lockTakeInTurn(id, signal);
  try {
    await work();
  } finally {
    unlockTake(id);
  }
}
