import { readAccountKey } from '#lib/account-key.ts';
import { listSealed, removeSealed, seal, unseal } from '#lib/sealed-entries.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { removeStoredDrafts, restoreDrafts, storedDrafts } from '#lib/text-drafts.ts';

/** Encrypts the drafts of an account whose session has ended. */
export async function sealDrafts(userId: string, key: string): Promise<void> {
  const drafts = storedDrafts(userId);
  if (drafts.length > 0) {
    const text = new TextEncoder().encode(JSON.stringify(drafts));
    await seal(key, { id: crypto.randomUUID(), userId, kind: 'comments' }, [text]);
  }
  removeStoredDrafts(userId);
}

/** Decrypts the drafts of an account that is signed in again. */
export async function unsealDrafts(client: SupabaseClient, userId: string): Promise<void> {
  for (const id of await listSealed(userId, 'comments')) {
    const [text] = (await unseal(await readAccountKey(client, userId), id)) ?? [];
    if (!text) continue;
    const drafts: [key: string, text: string][] = JSON.parse(new TextDecoder().decode(text));
    restoreDrafts(client, drafts);
    await removeSealed(id);
  }
}
