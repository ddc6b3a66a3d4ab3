import { queryOptions } from '@tanstack/react-query';
import { ensureWritten } from '#lib/backend-error.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { ANONYMOUS } from '@undertone/domain/display-name';
import { peopleKeys } from './queries.ts';

/** What can be muted: a person by their id, a hashtag without the #, or a word. */
export interface MuteSubject {
  kind: 'person' | 'hashtag' | 'word';
  subject: string;
}

export interface Mute extends MuteSubject {
  /** The subject as it is shown. */
  name: string;
  /** ISO 8601; null for a mute that does not end. */
  until: string | null;
}

/** How a subject is shown. */
export function subjectName({ kind, subject }: MuteSubject, username?: string | null): string {
  if (kind === 'hashtag') return `#${subject}`;
  return kind === 'word' ? `“${subject}”` : (username ?? ANONYMOUS);
}

/** What the viewer has muted, the latest first. Only the viewer's own mutes are readable. */
export function mutesOptions(client: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: [...peopleKeys.shown(), 'muted', userId] as const,
    queryFn: async ({ signal }): Promise<Mute[]> => {
      const { data } = await client
        .from('mutes')
        .select('kind, subject, until, person:profiles!mutes_person_id_fkey(username)')
        .or(`until.is.null,until.gt.${new Date().toISOString()}`)
        .order('created_at', { ascending: false })
        .abortSignal(signal)
        // Null for a hashtag or a word, and for a person who has blocked the viewer.
        .overrideTypes<
          (MuteSubject & { until: string | null; person: { username: string | null } | null })[],
          { merge: false }
        >()
        .throwOnError();
      return data.map(({ person, until, kind, subject }) => ({
        kind,
        subject,
        until,
        name: subjectName({ kind, subject }, person?.username),
      }));
    },
  });
}

/**
 * Mutes something for the signed-in user, or changes when its mute ends.
 *
 * @param until when it ends; null for never
 * @returns the subject as the database stores it
 */
export async function setMuted(
  client: SupabaseClient,
  { kind, subject }: MuteSubject,
  until: Date | null,
): Promise<MuteSubject> {
  const row = { kind, subject, until: until?.toISOString() ?? null };
  const options = { onConflict: 'user_id,kind,subject' };
  const written = client.from('mutes').upsert(row, options).select('subject');
  const { data } = await written.single().throwOnError();
  return { kind, subject: data.subject };
}

/** Ends a mute of the signed-in user. */
export async function endMute(client: SupabaseClient, { kind, subject }: MuteSubject) {
  await ensureWritten(client.from('mutes').delete().match({ kind, subject }));
}
