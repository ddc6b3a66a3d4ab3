// node apps/backend/bench/reaction.bench.ts
// Times reactions through the whole backend, with and without the update of the ranking in Hot and
// Trending, alternately in one run: medians, ms. All of them count, since the accounts are old enough
// and have listened to the drops.
import { startBackend } from '@undertone/test-support/backend';
import { fillCrowd } from '@undertone/test-support/fill-crowd';
import postgres from 'postgres';
import { allocatorSettings } from '../src/database/allocator-settings.ts';
import { signUp } from './account.ts';
import { median } from '../../../scripts/lib/bench/percentile.ts';
import { report, type Rows } from '../../../scripts/lib/bench/report.ts';

const ACCOUNTS = 2000;
const DROPS = 20_000;
/** Reactions go to the latest drops, as in practice. */
const LATEST = 1000;
const PEOPLE = 30;
const TURNS = 20;
const ACTS_A_TURN = 30;

/** The table of each reaction, the trigger that updates the ranking, and further columns. */
const reactions = {
  'a like': { table: 'voice_drop_likes', trigger: 'rank_likes' },
  'a comment': {
    table: 'voice_drop_comments',
    trigger: 'rank_comments',
    columns: { content: 'So true' },
  },
  'a bookmark': { table: 'bookmarks', trigger: 'rank_bookmarks' },
};

const backend = await startBackend({ env: allocatorSettings });
const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });
try {
  const people = [];
  for (let index = 0; index < PEOPLE; index += 1)
    people.push(await signUp(backend, `listener${index}`));
  const [star] = people;
  await fillCrowd((statement) => sql.unsafe(statement), {
    accounts: ACCOUNTS,
    drops: DROPS,
    star: star?.id ?? '',
  });
  await sql`update auth.users set created_at = now() - interval '1 year'`;
  const drops = await sql<{ id: string }[]>`
    select id from voice_drops where audience = 'public' order by created_at desc limit ${LATEST}`;

  const post = async (path: string, token: string, body: Record<string, string>) => {
    const start = performance.now();
    const response = await fetch(`${backend.url}/rest/v1/${path}`, {
      method: 'POST',
      headers: {
        apikey: backend.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    await response.arrayBuffer();
    return performance.now() - start;
  };

  let next = 0;
  const rows: Rows = {};
  for (const [name, reaction] of Object.entries(reactions)) {
    const times: Record<'with' | 'without', number[]> = { with: [], without: [] };
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const ranks of ['without', 'with'] as const) {
        const isOn = ranks === 'with';
        // No person acts so often in a minute, which has a limit.
        await sql`delete from private.recent_acts`;
        await sql.unsafe(
          `alter table ${reaction.table} ${isOn ? 'enable' : 'disable'} trigger ${reaction.trigger}`,
        );
        for (let act = 0; act < ACTS_A_TURN; act += 1) {
          next += 1;
          const person = people[next % people.length];
          const drop = drops[(next * 7) % drops.length]?.id ?? '';
          if (!person) throw new Error('There are no accounts.');
          await post('rpc/add_play', person.accessToken, { voice_drop_id: drop });
          await sql`
            update private.ranking_acts set started_at = started_at - interval '1 minute'
            where started_at > now() - interval '1 minute'`;
          await post('rpc/add_listening', person.accessToken, {
            voice_drop_id: drop,
            part: 'half',
          });
          const row = {
            voice_drop_id: drop,
            user_id: person.id,
            ...('columns' in reaction && reaction.columns),
          };
          times[ranks].push(await post(reaction.table, person.accessToken, row));
        }
      }
    }
    const [before, after] = [median(times.without), median(times.with)];
    rows[name] = { without: before, 'with ranking': after, times: after / before };
  }
  const [counted] = await sql`
    select sum(liked)::int as liked, sum(commented)::int as commented,
      sum(bookmarked)::int as bookmarked
    from private.voice_drop_ranks`;
  report('medians, ms', rows);
  console.log('counted, including those of the crowd:', counted);
} finally {
  await sql.end();
  await backend.stop();
}
