// node apps/backend/bench/growth.bench.ts
// Bytes that a row of each growing table takes, its indexes included, and what 10 000 active people
// leave in a year: with the pruning that there is, and if nothing were pruned.
import { startTemporaryDatabase } from '@undertone/test-support/database';
import postgres from 'postgres';

const PEOPLE = 10_000;
const SAMPLE_PEOPLE = 1000;
const SAMPLE_ROWS = 100_000;

/** What an active person does in a day, and what it makes of rows; others' likes, comments and follows are told of. */
const perDay = {
  'auth.audit_log_entries of renewals': 8,
  'auth.audit_log_entries of other acts': 0.2,
  'public.notifications': 12,
  'public.voice_drop_likes': 10,
  'public.voice_drop_comments': 2,
  'public.voice_drops': 0.2,
  'public.follows': 0.3,
} as const;

type Table = keyof typeof perDay;

/** How many of a person's rows are kept: of so many days, and so many at most. */
const kept: { [table in Table]?: { days: number; rows?: number } } = {
  'auth.audit_log_entries of renewals': { days: 7 },
  'auth.audit_log_entries of other acts': { days: 90 },
  'public.notifications': { days: 90, rows: 500 },
};

const entry = (action: string, logType: string) => `
  insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
  select '00000000-0000-0000-0000-000000000000', gen_random_uuid(),
    json_build_object('actor_id', person_id, 'actor_username', person_name || '@example.com',
      'actor_via_sso', false, 'action', '${action}', 'log_type', '${logType}'),
    now() - n * interval '1 second', '2001:db8:85a3::8a2e:370:7334'
  from rows`;

const fill: { [table in Table]: string } = {
  'auth.audit_log_entries of renewals': entry('token_refreshed', 'token'),
  'auth.audit_log_entries of other acts': entry('login', 'account'),
  'public.notifications': `
    insert into public.notifications (recipient_id, actor_id, type, content, reference_id, comment_id, created_at)
    select person_id, other_id, case when n % 6 = 0 then 'comment' else 'like' end,
      case when n % 6 = 0 then repeat('So true, and well said. ', 3) else 'A late thought of mine' end,
      gen_random_uuid(), case when n % 6 = 0 then gen_random_uuid() end, now() - n * interval '1 second'
    from rows`,
  'public.voice_drop_likes': `
    insert into public.voice_drop_likes (voice_drop_id, user_id, created_at)
    select gen_random_uuid(), person_id, now() - n * interval '1 second' from rows`,
  'public.voice_drop_comments': `
    insert into public.voice_drop_comments (voice_drop_id, user_id, content, created_at)
    select gen_random_uuid(), person_id, repeat('So true, and well said. ', 3),
      now() - n * interval '1 second'
    from rows`,
  'public.voice_drops': `
    insert into public.voice_drops (user_id, title, audio_url, duration, hashtags, waveform, audience, created_at)
    select person_id, 'A late thought of mine',
      '/storage/v1/object/voice-drops/' || person_id || '/' || n || '-voice-drop.wav',
      20, array['night', 'bus'], array(select (random() * 100)::int from generate_series(1, 100)),
      'public', now() - n * interval '1 second'
    from rows`,
  'public.follows': `
    insert into public.follows (follower_id, following_id, created_at)
    select person_id, gen_random_uuid(), now() - n * interval '1 second' from rows`,
};

const tables = Object.keys(perDay).filter((name): name is Table => name in perDay);

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;

const database = await startTemporaryDatabase();
const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
try {
  await sql`
    insert into auth.users (id, email, raw_user_meta_data)
    select gen_random_uuid(), 'person' || n || '@example.com',
      jsonb_build_object('username', 'person' || n)
    from generate_series(1, ${SAMPLE_PEOPLE}::int) as n`;
  // Past the triggers and references: what else a row brings along is counted on its own.
  await sql`set session_replication_role = replica`;
  await sql`
    create temporary table people as
    select user_id, username, row_number() over () - 1 as number from public.profiles`;
  await sql`
    create temporary view rows as
    select n, person.user_id as person_id, person.username as person_name, other.user_id as other_id
    from generate_series(1, ${sql.unsafe(String(SAMPLE_ROWS))}) as n
    join people as person on person.number = n % ${sql.unsafe(String(SAMPLE_PEOPLE))}
    join people as other on other.number = (n * 7 + 1) % ${sql.unsafe(String(SAMPLE_PEOPLE))}`;

  console.log(`${'rows'.padEnd(38)} bytes a row   kept of a year   without pruning`);
  let total = 0;
  for (const table of tables) {
    const [name = table] = table.split(' ');
    await sql`truncate ${sql(name)} cascade`;
    await sql.unsafe(fill[table]);
    const [size] = await sql<{ bytes: number }[]>`
      select pg_total_relation_size(${name}::regclass)::float8 / ${SAMPLE_ROWS} as bytes`;
    const bytes = size?.bytes ?? 0;
    const { days = 365, rows = Number.POSITIVE_INFINITY } = kept[table] ?? {};
    const stays = PEOPLE * Math.min(perDay[table] * days, rows) * bytes;
    total += stays;
    console.log(
      `${table.padEnd(38)} ${bytes.toFixed(0).padStart(11)}   ${megabytes(stays).padStart(14)}   ` +
        megabytes(PEOPLE * perDay[table] * 365 * bytes).padStart(15),
    );
  }
  console.log(`${'all of them'.padEnd(38)} ${''.padStart(11)}   ${megabytes(total).padStart(14)}`);
} finally {
  await sql.end();
  await database.stop();
}
