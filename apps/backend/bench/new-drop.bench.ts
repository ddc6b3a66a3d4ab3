// node apps/backend/bench/new-drop.bench.ts
// Times the posting of a drop by an account with 100,000 followers who want to be notified, and by an account
// without followers, alternately in one run, and the batches that notify the followers. Fails if the first
// takes more than half as long again.
import { startTemporaryDatabase } from '@undertone/test-support/database';
import { fillCrowd } from '@undertone/test-support/fill-crowd';
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { allocatorSettings } from '../src/database/allocator-settings.ts';
import { median, percentile } from '../../../scripts/lib/bench/percentile.ts';
import { report } from '../../../scripts/lib/bench/report.ts';

const FOLLOWERS = 100_000;
const DROPS = 1000;
const POSTS = 300;
/** Of a hundred. */
const BATCHES = 20;
/** The maximum ratio of the medians. */
const MAX_RATIO = 1.5;

Object.assign(process.env, allocatorSettings);
const database = await startTemporaryDatabase();
const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
try {
  const [star, nobody] = [randomUUID(), randomUUID()];
  for (const id of [star, nobody]) {
    await sql`insert into auth.users (id, email) values (${id}, ${`${id}@example.com`})`;
  }
  const crowd = { accounts: FOLLOWERS, drops: DROPS, star };
  await fillCrowd((statement) => sql.unsafe(statement), crowd);
  await sql`set session_replication_role = origin`;
  await sql`
    insert into account_settings (user_id) select user_id from profiles on conflict do nothing`;
  await sql`
    insert into drop_alerts (follower_id, following_id)
    select follower_id, following_id from follows where following_id = ${star}`;
  await sql.unsafe('analyze');

  const post = async (author: string): Promise<number> => {
    const path = `${author}/${randomUUID()}-voice-drop.mp3`;
    await sql`
      insert into storage.objects (bucket_id, name, metadata)
      values ('voice-drops', ${path}, '{"mimetype": "audio/mpeg", "size": 1000}')`;
    const start = performance.now();
    await sql`
      insert into voice_drops (user_id, title, audio_url, duration)
      values (${author}, 'Good morning', ${`/storage/v1/object/voice-drops/${path}`}, 5)`;
    return performance.now() - start;
  };
  const posts: Record<'star' | 'nobody', number[]> = { star: [], nobody: [] };
  for (let index = 0; index < POSTS; index += 1) {
    posts.star.push(await post(star));
    posts.nobody.push(await post(nobody));
  }
  await sql`delete from private.outbox where id <> (select min(id) from private.outbox)`;
  const batches: number[] = [];
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const start = performance.now();
    await sql`select private.deliver_batch()`;
    batches.push(performance.now() - start);
  }
  const [{ notified } = { notified: 0 }] = await sql<{ notified: number }[]>`
    select count(*)::int as notified from notifications where type = 'drop'`;

  const figures = (times: number[]) => ({
    'median, ms': median(times),
    'p95, ms': percentile(times, 0.95),
  });
  report(`Posting, and batches of 1,000 notifications: ${notified} written`, {
    [`a drop by an account with ${FOLLOWERS} bells`]: figures(posts.star),
    'a drop by an account without followers': figures(posts.nobody),
    'a batch': figures(batches),
  });
  const ratio = median(posts.star) / median(posts.nobody);
  console.log(`Ratio of the medians of posting: ${ratio.toFixed(2)} (limit ${MAX_RATIO})`);
  if (ratio > MAX_RATIO || notified !== BATCHES * 1000) process.exitCode = 1;
} finally {
  await sql.end();
  await database.stop();
}
