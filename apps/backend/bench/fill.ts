import type { TestBackend } from '@undertone/test-support/backend';
import postgres from 'postgres';

/** The number of accounts, including the one that has signed up. */
export const ACCOUNTS = 50;
export const DROPS = 10_000;

export const author = 'author:profiles!voice_drops_user_id_fkey(username,avatar_url)';
const dropColumns =
  'id,user_id,title,audio_path,duration,filter_used,hashtags,privacy_level,' +
  'counts(like_count,comment_count,play_count),created_at';

/** The path below `/rest/v1/` of the newest drops, with further columns. */
export const newestDrops = (columns: string): string =>
  `voice_drops?select=${dropColumns},${columns}&order=created_at.desc,id.desc&limit=20`;

/** The app's request for the feed. */
export const feedPath = newestDrops(`waveform,${author},likes:voice_drop_likes(id)`);

/** Fills the database without its triggers, which would need an audio object for each drop. */
export async function fill({ databaseUrl }: TestBackend): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  await sql`
    insert into auth.users (id, email, raw_user_meta_data)
    select gen_random_uuid(), 'person' || n || '@example.com',
      jsonb_build_object('username', 'person' || n)
    from generate_series(1, ${ACCOUNTS - 1}::int) as n`;
  await sql`set session_replication_role = replica`;
  await sql`
    insert into public.voice_drops
      (user_id, title, audio_url, duration, hashtags, waveform, audience, created_at)
    select
      people.user_id, 'Drop number ' || n,
      '/storage/v1/object/voice-drops/' || people.user_id || '/' || n || '-voice-drop.wav',
      1 + n % 60, array['tag' || n % 7], array(select (random() * 100)::int from generate_series(1, 100)),
      'public', now() - n * interval '1 minute'
    from generate_series(1, ${DROPS}::int) as n
    join (select user_id, row_number() over () as number from public.profiles) as people
      on people.number = 1 + n % ${ACCOUNTS}::int`;
  await sql`
    insert into private.voice_drop_counts (voice_drop_id) select id from public.voice_drops`;
  await sql`
    insert into public.voice_drop_likes (voice_drop_id, user_id)
    select voice_drops.id, profiles.user_id
    from public.voice_drops
    join public.profiles on random() < 0.2`;
  await sql.unsafe('analyze');
  await sql.end();
}
