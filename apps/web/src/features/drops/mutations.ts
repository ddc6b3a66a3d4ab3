import type { Database } from '@undertone/database-types/database';
import { mutationOptions } from '@tanstack/react-query';
import type { PrivacyLevel } from '@undertone/domain/privacy-level';
import { invalidateTagCounts } from '#features/tags/tag-queries.ts';
import type { App } from '#lib/app.ts';
import { removeFiles } from '#lib/remove-files.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { dropStore } from './drop-cache.ts';
import type { Drop } from './drop.ts';
import { dropKeys } from './drop-keys.ts';

type OwnDropChanges = Pick<
  Database['public']['Tables']['voice_drops']['Update'],
  'privacy_level' | 'title' | 'hashtags' | 'allows_voice_replies' | 'is_sensitive'
>;

/** A drop to change or delete does not exist, or belongs to another account. */
export class NotOwnDropError extends Error {
  override name = 'NotOwnDropError';
}

/** Changes who may see an own drop. Shown at once in every list, and reverted when it fails. */
export function updatePrivacyOptions({ client, queryClient, edits }: App, drop: Drop) {
  return mutationOptions({
    mutationFn: (level: PrivacyLevel) =>
      edits.change(`privacy ${drop.id}`, {
        from: drop.privacyLevel,
        to: level,
        show: (privacyLevel, at) =>
          dropStore(queryClient).edit(
            drop.id,
            'privacy',
            (read) => ({ ...read, privacyLevel }),
            at,
          ),
        write: (privacyLevel) => updateOwn(client, drop, { privacy_level: privacyLevel }),
      }),
    onSuccess: () => invalidateTagCounts(queryClient),
  });
}

/** Changes whether comments on an own drop may have clips. Shown at once, and reverted when it fails. */
export function updateVoiceRepliesOptions({ client, queryClient, edits }: App, drop: Drop) {
  return mutationOptions({
    mutationFn: (allowed: boolean) =>
      edits.change(`voice replies ${drop.id}`, {
        from: drop.allowsVoiceReplies,
        to: allowed,
        show: (allowsVoiceReplies, at) =>
          dropStore(queryClient).edit(
            drop.id,
            'voice replies',
            (read) => ({ ...read, allowsVoiceReplies }),
            at,
          ),
        write: (allowsVoiceReplies) =>
          updateOwn(client, drop, { allows_voice_replies: allowsVoiceReplies }),
      }),
  });
}

/** Changes whether an own drop plays only after another press. Shown at once, and reverted when it fails. */
export function updateSensitiveOptions({ client, queryClient, edits }: App, drop: Drop) {
  return mutationOptions({
    mutationFn: (sensitive: boolean) =>
      edits.change(`sensitive ${drop.id}`, {
        from: drop.isSensitive,
        to: sensitive,
        show: (isSensitive, at) =>
          dropStore(queryClient).edit(
            drop.id,
            'sensitive',
            (read) => ({ ...read, isSensitive }),
            at,
          ),
        write: (isSensitive) => updateOwn(client, drop, { is_sensitive: isSensitive }),
      }),
  });
}

/** Changes the title of an own drop, and its hashtags. Shown at once in every list, and reverted when it fails. */
export function updateDescriptionOptions({ client, queryClient, edits }: App, drop: Drop) {
  return mutationOptions({
    mutationFn: (words: { title: string; hashtags: string[] }) =>
      edits.change(`description ${drop.id}`, {
        from: { title: drop.title, hashtags: [...drop.hashtags] },
        to: words,
        show: (changes, at) =>
          dropStore(queryClient).edit(
            drop.id,
            'description',
            (read) => ({ ...read, ...changes }),
            at,
          ),
        write: (changes) => updateOwn(client, drop, changes),
      }),
    onSuccess: () => invalidateTagCounts(queryClient),
  });
}

async function updateOwn(
  client: SupabaseClient,
  { id, author }: Drop,
  changes: OwnDropChanges,
): Promise<void> {
  const { data } = await client
    .from('voice_drops')
    .update(changes)
    .eq('id', id)
    .eq('user_id', author.userId)
    .select('id')
    .throwOnError();
  if (data.length === 0) throw new NotOwnDropError(`The drop ${id} was not changed.`);
}

/**
 * Deletes an own drop, and then its audio. The drop is removed from every list at once, and put back
 * when that fails.
 */
export function deleteDropOptions({ client, queryClient, edits }: App, { id, author }: Drop) {
  return mutationOptions({
    mutationKey: dropKeys.delete(id),
    mutationFn: () =>
      edits.change(`delete ${id}`, {
        from: false,
        to: true,
        show: (isDeleted, at) => dropStore(queryClient).setHidden(id, isDeleted, at),
        write: async () => {
          const { data } = await client
            .from('voice_drops')
            .delete()
            .eq('id', id)
            .eq('user_id', author.userId)
            .select('audio_path')
            .throwOnError();
          const [deleted] = data;
          if (!deleted) throw new NotOwnDropError(`The drop ${id} was not deleted.`);
          void removeFiles(client, [deleted.audio_path]);
        },
      }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: dropKeys.count(author.userId) });
      invalidateTagCounts(queryClient);
    },
  });
}
