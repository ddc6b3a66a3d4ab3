import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';

/** A drop in the form that the embedded player needs. */
export interface EmbeddedDrop {
  id: string;
  title: string | null;
  author: { userId: string; username: string | null; avatarUrl: string | null };
  /** Id of the voice filter. */
  filter: string;
  audioPath: string;
  /** Seconds. */
  duration: number;
  /** Peaks from 0 to 100. */
  waveform: readonly number[];
  /** Whether it plays only after another press. */
  isSensitive: boolean;
}

const embedKeys = { drop: (id: string) => ['embed', id] as const };

/** A drop by its id; null when it does not exist or is not public. */
export function embeddedDropOptions(client: SupabaseClient, id: string) {
  return queryOptions({
    queryKey: embedKeys.drop(id),
    queryFn: async ({ signal }): Promise<EmbeddedDrop | null> => {
      const { data } = await client
        .from('voice_drops')
        .select(
          'id, user_id, title, audio_path, duration, filter_used, waveform, is_sensitive, author:profiles!voice_drops_user_id_fkey!inner(username, avatar_url)',
        )
        .eq('id', id)
        // Row-level security would show owners their private drops; embeds show public ones only.
        .in('audience', ['public', 'unlisted'])
        .eq('author.is_private', false)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return (
        data && {
          id: data.id,
          title: data.title,
          author: {
            userId: data.user_id,
            username: data.author.username,
            avatarUrl: data.author.avatar_url,
          },
          filter: data.filter_used,
          audioPath: data.audio_path,
          duration: data.duration,
          waveform: data.waveform,
          isSensitive: data.is_sensitive,
        }
      );
    },
  });
}
