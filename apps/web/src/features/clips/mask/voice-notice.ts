import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Hides } from '@undertone/domain/voice-filter';
import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';
import { logFailure } from '#lib/log.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { recorderKeys } from './recorder-keys.ts';

/**
 * What each account is asked once, before it first posts or sends a clip of the kind: with its own voice, or with a filter
 * that anyone can undo.
 */
export type VoiceNotice = 'own-voice' | 'reversible';

/**
 * Notices that an account sees once: also, before its first anonymous message, that its phrasing may reveal it. The
 * answer is stored with the account, and on this device for posts without a network.
 */
type Notice = VoiceNotice | 'phrasing';

const noticeOf: Record<Hides, VoiceNotice | null> = {
  nothing: 'own-voice',
  little: 'reversible',
  some: null,
  most: null,
};

/** Removed with the account's other items (`lib/remove-other-accounts.ts`), whose file the recorder need not load. */
const storageKey = (userId: string) => `undertone:voice-notice/${userId}`;

const readLocal = (userId: string): string[] =>
  readLocalItem(storageKey(userId))?.split(' ').filter(Boolean) ?? [];

const storeLocal = (userId: string, answered: Iterable<string>): void =>
  writeLocalItem(storageKey(userId), [...answered].join(' '));

/** The notices that an account has answered, on any device. */
export function answeredNoticesOptions(client: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: recorderKeys.answeredNotices(userId),
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const { data } = await client
        .from('account_settings')
        .select('voice_notices')
        .eq('user_id', userId)
        .abortSignal(signal)
        .single()
        .throwOnError();
      storeLocal(userId, new Set([...readLocal(userId), ...data.voice_notices]));
      return data.voice_notices;
    },
    staleTime: Infinity,
  });
}

/** The notice to show before an account sends a clip with a filter; null if there is none, or if it was answered. */
export function unansweredNotice(userId: string, hides: Hides): VoiceNotice | null {
  const notice = noticeOf[hides];
  return notice !== null && isAnswered(userId, notice) ? null : notice;
}

/** Whether an account has answered a notice, as far as this device knows. */
export const isAnswered = (userId: string, notice: Notice): boolean =>
  readLocal(userId).includes(notice);

/** Stores that an account has answered a notice, which is then not shown again. */
export async function storeAnswer(
  client: SupabaseClient,
  queryClient: QueryClient,
  userId: string,
  notice: Notice,
): Promise<void> {
  storeLocal(userId, new Set([...readLocal(userId), notice]));
  try {
    const known = await queryClient.fetchQuery(answeredNoticesOptions(client, userId));
    const voice_notices = [...new Set([...known, notice])];
    await client
      .from('account_settings')
      .update({ voice_notices })
      .eq('user_id', userId)
      .throwOnError();
  } catch (cause) {
    // Another device will ask again.
    logFailure('The answer could not be stored with the account.', cause);
  }
}
