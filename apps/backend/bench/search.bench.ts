// node apps/backend/bench/search.bench.ts
// Milliseconds that a search of Explore and a page of bookmarks take, through the whole backend, with
// row-level security on, as the drops grow in number. What nothing is found for looks at all of them.
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import postgres from 'postgres';
import { signUp } from './account.ts';
import { machine } from './machine.ts';

const ACCOUNTS = 2000;
const BOOKMARKS = 500;
const RUNS = 15;

const card =
  'id,user_id,title,audio_path,duration,filter_used,hashtags,privacy_level,waveform,' +
  'counts(like_count,comment_count,play_count),created_at,author:profiles!voice_drops_user_id_fkey(username,avatar_url,' +
  'allow_downloads),likes:voice_drop_likes(id),bookmarks(id),' +
  'named:profiles!voice_drops_user_id_fkey()';
const newest = 'order=created_at.desc,id.desc&limit=20';
const explored =
  `voice_drops?select=${card},account:profiles!voice_drops_user_id_fkey!inner()` +
  `&account.is_private=is.false&privacy_level=neq.private&${newest}`;
const found = (words: string) =>
  `${explored}&named.username=ilike.*${words}*&or=(title.ilike."*${words}*",named.not.is.null)`;
const bookmarked = (path: string) =>
  `bookmarks?select=id,created_at,drop:voice_drops!inner(${card})${path}`;

const requests = {
  'Explore, all': explored,
  'a word of every title': found('night'),
  'a name': found('person1999'),
  'a word of no title': found('zzzz'),
  'bookmarks, latest': bookmarked(`&${newest}`),
  'bookmarks, longest': bookmarked('&order=drop(duration).desc,id.desc&limit=20'),
  'bookmarks, a word of none': bookmarked(
    `&drop.named.username=ilike.*zzzz*&drop.or=(title.ilike."*zzzz*",named.not.is.null)&${newest}`,
  ),
};

/** Fills the database past its triggers, which would want an audio object for each drop. */
async function fill({ databaseUrl }: TestBackend, drops: number, listenerId: string) {
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
      people.user_id, 'Drop ' || n || ' of a night',
      '/storage/v1/object/voice-drops/' || people.user_id || '/' || n || '-voice-drop.wav',
      1 + n % 200, array['tag' || n % 7], array(select (random() * 100)::int from generate_series(1, 100)),
      'public', now() - n * interval '1 minute'
    from generate_series(1, ${drops}::int) as n
    join (select user_id, row_number() over () as number from public.profiles) as people
      on people.number = 1 + n % ${ACCOUNTS}::int`;
  await sql`
    insert into private.voice_drop_counts (voice_drop_id) select id from public.voice_drops`;
  await sql`
    insert into public.bookmarks (user_id, voice_drop_id)
    select ${listenerId}, id from public.voice_drops order by random() limit ${BOOKMARKS}`;
  await sql.unsafe('analyze');
  await sql.end();
}

async function measure(drops: number): Promise<Record<string, string>> {
  const backend = await startBackend();
  try {
    const { id, accessToken } = await signUp(backend, 'listener');
    await fill(backend, drops, id);
    const headers = { apikey: backend.publishableKey, authorization: `Bearer ${accessToken}` };
    const medians: Record<string, string> = {};
    for (const [name, path] of Object.entries(requests)) {
      const times: number[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const start = performance.now();
        const response = await fetch(`${backend.url}/rest/v1/${path}`, { headers });
        if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
        await response.arrayBuffer();
        times.push(performance.now() - start);
      }
      const median = times.sort((one, other) => one - other)[Math.floor(RUNS / 2)] ?? Number.NaN;
      medians[name] = median.toFixed(1);
    }
    return medians;
  } finally {
    await backend.stop();
  }
}

console.log(machine());
const [some, many] = [await measure(10_000), await measure(100_000)];
console.table(
  Object.fromEntries(
    Object.keys(requests).map((name) => [
      name,
      { '10 000 drops, ms': some[name], '100 000 drops, ms': many[name] },
    ]),
  ),
);
