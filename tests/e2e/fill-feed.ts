import postgres from 'postgres';

/**
 * Inserts many drops of an account at once; `Drop 1` becomes the newest drop of the whole feed. Triggers
 * are disabled, since they require a file for each drop.
 *
 * @param databaseUrl the address with a superuser
 */
export async function fillFeed(
  databaseUrl: string,
  username: string,
  count: number,
): Promise<void> {
  await withoutTriggers(
    databaseUrl,
    (sql) => sql`
      with drops as (
        insert into public.voice_drops
          (user_id, title, audio_url, duration, hashtags, waveform, audience, created_at)
        select user_id, 'Drop ' || n,
          '/storage/v1/object/voice-drops/' || user_id || '/' || n || '.wav', 20,
          array['night', 'bus'], array(select (random() * 100)::int from generate_series(1, 100)),
          'public', now() - n * interval '1 millisecond'
        from public.profiles, generate_series(1, ${count}::int) as n
        where username = ${username}
        returning id, audio_path),
      counts as (
        insert into private.voice_drop_counts (voice_drop_id) select id from drops)
      insert into storage.objects (bucket_id, name) select 'voice-drops', audio_path from drops`,
  );
}

/** Deletes the drops that `fillFeed` has inserted. */
export async function emptyFeed(databaseUrl: string, username: string): Promise<void> {
  await withoutTriggers(
    databaseUrl,
    (sql) => sql`
      with deleted as (
        delete from public.voice_drops
        where user_id = (select user_id from public.profiles where username = ${username})
        returning id, audio_path),
      counts as (
        delete from private.voice_drop_counts where voice_drop_id in (select id from deleted))
      delete from storage.objects
      where bucket_id = 'voice-drops' and name in (select audio_path from deleted)`,
  );
}

async function withoutTriggers(
  databaseUrl: string,
  change: (sql: postgres.TransactionSql) => Promise<unknown>,
): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    await sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`;
      await change(transaction);
    });
    await sql`analyze public.voice_drops, storage.objects`;
  } finally {
    await sql.end();
  }
}
