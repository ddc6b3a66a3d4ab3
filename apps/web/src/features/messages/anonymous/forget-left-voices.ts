import { forgetVeilSeed, veilSeedKeys } from '#features/clips/mask/stored-veil-seeds.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/** Removes the voices of conversations that have ended, or were deleted on another device. */
export async function forgetLeftVoices(client: SupabaseClient, userId: string): Promise<void> {
  const ids = veilSeedKeys(userId);
  const { data } = await client
    .from('conversation_participants')
    .select('conversation_id, sent_count, latest_message_id, state')
    .eq('user_id', userId)
    .in('conversation_id', ids)
    .throwOnError();
  const inUse = new Set<string>();
  for (const { conversation_id, sent_count, latest_message_id, state } of data) {
    const isDeleted = sent_count > 0 && latest_message_id === null;
    if (state !== 'ended' && !isDeleted) inUse.add(conversation_id);
  }
  for (const id of ids) if (!inUse.has(id)) forgetVeilSeed(userId, id);
}
