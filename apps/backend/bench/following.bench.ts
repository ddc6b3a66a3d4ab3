// node apps/backend/bench/following.bench.ts [drops, 200 000 by default]
// Times the pages of Following through the whole backend, with row-level security, for people who follow
// 5 000 others: 50th and 95th percentiles, ms. On a quiet machine the 95th should be below 30 ms.
import { startBackend } from '@undertone/test-support/backend';
import { fillCrowd } from '@undertone/test-support/fill-crowd';
import postgres from 'postgres';
import { allocatorSettings } from '../src/database/allocator-settings.ts';
import { signUp, type Account } from './account.ts';
import { percentile } from '../../../scripts/lib/bench/percentile.ts';
import { report, type Rows } from '../../../scripts/lib/bench/report.ts';

const DEFAULT_DROPS = 200_000;
const DROPS_PER_ACCOUNT = 10;
const FOLLOWED = 5000;
/** The first runs are not counted: they open connections and warm caches. */
const WARM_UP_RUNS = 10;
const RUNS = 100;

const card =
  'id,user_id,title,audio_path,duration,filter_used,hashtags,privacy_level,waveform,' +
  'counts(like_count,comment_count,play_count),created_at,' +
  'author:profiles!voice_drops_user_id_fkey(username,avatar_url,allow_downloads),' +
  'likes:voice_drop_likes(id),bookmarks(id)';

const drops = Number(process.argv[2] ?? DEFAULT_DROPS);
const accounts = drops / DROPS_PER_ACCOUNT;
const backend = await startBackend({ env: allocatorSettings });
const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });

/** Signs up an account that follows 5 000 people, from `first` of the crowd on, and hashtags. */
async function follow(name: string, first: number, tags: string[] = []): Promise<Account> {
  const account = await signUp(backend, name);
  await sql`
    insert into follows (follower_id, following_id)
    select ${account.id}, md5('person' || n)::uuid
    from generate_series(${first}::int, ${first + FOLLOWED - 1}::int) as n`;
  await sql`
    insert into followed_hashtags (user_id, tag) select ${account.id}, unnest(${tags}::text[])`;
  return account;
}

/** Times a page of an account, which has to be full. */
async function measure({ accessToken }: Account, before = 'infinity') {
  const url =
    `${backend.url}/rest/v1/rpc/following_drops?select=${card}` +
    `&before=${encodeURIComponent(before)}&order=created_at.desc,id.desc&limit=20`;
  const headers = { apikey: backend.publishableKey, authorization: `Bearer ${accessToken}` };
  const times: number[] = [];
  for (let run = 0; run < WARM_UP_RUNS + RUNS; run += 1) {
    const start = performance.now();
    const response = await fetch(url, { headers });
    const page: unknown = JSON.parse(await response.text());
    if (!Array.isArray(page) || page.length !== 20) throw new Error(JSON.stringify(page));
    if (run >= WARM_UP_RUNS) times.push(performance.now() - start);
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

try {
  const star = await signUp(backend, 'star');
  await fillCrowd((statement) => sql.unsafe(statement), { accounts, drops, star: star.id });
  await sql`set session_replication_role = replica`;
  // The drops of the first 10 000 people are years old. Of the second half of them, every second person
  // has drops that nobody else may see, or flagged ones.
  for (const [table, column] of [
    ['public.voice_drops', 'created_at'],
    ['private.voice_drop_words', 'created_at'],
    ['private.latest_posts', 'posted_at'],
  ] as const) {
    await sql`
      update ${sql(table)} set ${sql(column)} = ${sql(column)} - interval '3 years'
      where user_id in (select md5('person' || n)::uuid from generate_series(1, ${2 * FOLLOWED}::int) as n)`;
  }
  await sql`
    update voice_drops
    set privacy_level = case when n % 4 = 1 then 'private' else privacy_level end,
      audience = case when n % 4 = 1 then 'private' else audience end, is_flagged = n % 4 = 3
    from generate_series(${FOLLOWED + 1}::int, ${2 * FOLLOWED}::int) as n
    where user_id = md5('person' || n)::uuid and n % 2 = 1`;
  const old = await follow('old', 1);
  const refused = await follow('refused', FOLLOWED + 1);
  const active = await follow('active', 2 * FOLLOWED + 1);
  const rareTags = Array.from({ length: 99 }, (_, index) => `rare${index * 90 + 45}`);
  const tagged = await follow('tagged', 1, rareTags);
  const muting = await follow('muting', 1);
  await sql`
    insert into mutes (user_id, kind, subject)
    select ${muting.id}, 'word', 'muted' || n from generate_series(1, 200) as n`;
  await sql.unsafe(
    `vacuum (analyze) public.voice_drops, private.voice_drop_words, private.latest_posts, public.follows,
      public.mutes`,
  );
  // Flushes the filled rows, so that they are not written during the measurement.
  await sql`checkpoint`;

  const halfway = new Date(Date.now() - (drops / 2) * 60_000).toISOString();
  const rows: Rows = {
    'people who post': await measure(active),
    'people who post, halfway': await measure(active, halfway),
    'people who posted years ago': await measure(old),
    'and half of whose drops are refused': await measure(refused),
    'and 99 rare hashtags': await measure(tagged),
    'and 200 muted words': await measure(muting),
  };
  report(`Following with ${FOLLOWED} people, ${drops} drops, ms`, rows);
} finally {
  await sql.end();
  await backend.stop();
}
