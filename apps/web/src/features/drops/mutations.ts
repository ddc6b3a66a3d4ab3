import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { detectHashtags } from '@undertone/domain/hashtag';
import { BUCKET } from '@undertone/domain/object-path';
import type { PrivacyLevel } from '@undertone/domain/privacy-level';
import { dropTitle } from '@undertone/domain/title';
import { logFailure } from '#lib/log.ts';
import { supabase } from '#lib/supabase.ts';
import { rememberWritten } from '#lib/written.ts';
import type { Drop } from './drop.ts';
import { findDrop, patchDrop, removeDrop } from './patch-drop.ts';
import { dropKeys } from './queries.ts';

/** Thrown when a drop that is to be changed or deleted is not the caller's own, or no more. */
export class NotOwnDropError extends Error {
  override name = 'NotOwnDropError';
}

/** Changes who may see an own drop: in every list at once, and back again when it fails. */
export function updatePrivacyOptions(queryClient: QueryClient, { id, author }: Drop) {
  const show = (privacyLevel: PrivacyLevel) =>
    patchDrop(queryClient, id, (drop) => ({ ...drop, privacyLevel }));
  return mutationOptions({
    mutationKey: dropKeys.privacy(id),
    // One after the other, so that the last choice is the one that stays.
    scope: { id: `privacy ${id}` },
    mutationFn: async (privacyLevel: PrivacyLevel) => {
      const { data } = await supabase
        .from('voice_drops')
        .update({ privacy_level: privacyLevel })
        .eq('id', id)
        .eq('user_id', author.userId)
        .select('id')
        .throwOnError();
      if (data.length === 0) throw new NotOwnDropError(`The drop ${id} was not changed.`);
    },
    onMutate: (privacyLevel) => {
      const before = findDrop(queryClient, id)?.privacyLevel;
      show(privacyLevel);
      return { before };
    },
    onSuccess: (_data, privacyLevel) => {
      // Once more, in case a list that was under way has arrived meanwhile with the level before.
      show(privacyLevel);
      rememberWritten(`privacy ${id}`, () => show(privacyLevel));
    },
    onError: (_error, _privacyLevel, context) => {
      if (context?.before) show(context.before);
    },
  });
}

/**
 * Describes an own drop anew, with the hashtags in its description: in every list at once, and
 * back again when it fails. Without a description its title is that of a drop posted without one.
 */
export function describeDropOptions(queryClient: QueryClient, { id, author, filter }: Drop) {
  const described = (description: string) => ({
    title: dropTitle(description, filter),
    hashtags: detectHashtags(description),
  });
  const show = ({ title, hashtags }: Pick<Drop, 'title' | 'hashtags'>) =>
    patchDrop(queryClient, id, (drop) => ({ ...drop, title, hashtags }));
  return mutationOptions({
    mutationKey: dropKeys.describe(id),
    mutationFn: async (description: string) => {
      const { data } = await supabase
        .from('voice_drops')
        .update(described(description))
        .eq('id', id)
        .eq('user_id', author.userId)
        .select('id')
        .throwOnError();
      if (data.length === 0) throw new NotOwnDropError(`The drop ${id} was not described.`);
    },
    onMutate: (description) => {
      const before = findDrop(queryClient, id);
      show(described(description));
      return { before };
    },
    onSuccess: (_data, description) => {
      // Once more, in case a list that was under way has arrived meanwhile with the words before.
      show(described(description));
      rememberWritten(`describe ${id}`, () => show(described(description)));
    },
    onError: (_error, _description, context) => {
      if (context?.before) show(context.before);
    },
  });
}

/**
 * Deletes an own drop: it is out of every list at once, and back in its place when that fails. Its
 * audio is removed afterwards.
 */
export function deleteDropOptions(queryClient: QueryClient, { id, author }: Drop) {
  return mutationOptions({
    mutationKey: dropKeys.delete(id),
    mutationFn: async () => {
      const { data } = await supabase
        .from('voice_drops')
        .delete()
        .eq('id', id)
        .eq('user_id', author.userId)
        .select('audio_path')
        .throwOnError();
      const [deleted] = data;
      if (!deleted) throw new NotOwnDropError(`The drop ${id} was not deleted.`);
      void removeAudio(deleted.audio_path);
    },
    onMutate: () => removeDrop(queryClient, id),
    onError: (_error, _variables, putBack) => putBack?.(),
    onSuccess: () => {
      const show = () => void removeDrop(queryClient, id);
      show();
      rememberWritten(`delete ${id}`, show);
      return queryClient.invalidateQueries({ queryKey: dropKeys.count(author.userId) });
    },
  });
}

/** Without its drop nobody but the owner can reach the audio: a failure here leaves the drop deleted all the same. */
async function removeAudio(path: string): Promise<void> {
  try {
    const storage = await supabase.storage();
    const { error } = await storage.from(BUCKET).remove([path]);
    if (error) throw error;
  } catch (cause) {
    logFailure('The audio of a deleted drop could not be removed.', cause);
  }
}
