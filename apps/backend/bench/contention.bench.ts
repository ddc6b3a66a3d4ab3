// node apps/backend/bench/contention.bench.ts
// Times single likes of ten drops, alone and while six accounts like and comment on the same drops, follow
// their authors and change their own drops: with arrays, half of them in reverse order, which they delete
// again. Fails if a request fails, or if others' likes take more than three times as long.
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { allocatorSettings } from '../src/database/allocator-settings.ts';
import { signUp, type Account } from './account.ts';
import { median, percentile } from '../../../scripts/lib/bench/percentile.ts';
import { report } from '../../../scripts/lib/bench/report.ts';

const ATTACKERS = 6;
const FANS = 4;
const TARGETS = 10;
const OWN_DROPS = 10;
/** Both cases alternate, since a machine's speed varies during a run. */
const ROUNDS = 6;
/** Arrays of each kind that an attacker sends in a round: what the limits of a minute allow. */
const ARRAYS = { likes: 6, comments: 2, follows: 3 };
/** How many likes a fan gives in a round: fewer than the limit of a minute. */
const LIKES = 40;
/** Between two likes of a fan, ms. */
const PAUSE = 10;
/** The maximum ratio of the median of a like beside the attack and alone. */
const MAX_RATIO = 3;

const backend = await startBackend({
  env: { ...allocatorSettings, TRUSTED_PROXIES: '127.0.0.1' },
});
const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });

interface Client extends Account {
  readonly address: string;
}

const statuses = new Map<number, number>();

async function send(
  { url, publishableKey }: TestBackend,
  { accessToken, address }: Client,
  method: string,
  path: string,
  body?: object,
): Promise<void> {
  const response = await fetch(`${url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      'x-forwarded-for': address,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  if (response.status >= 500) {
    console.log(`${method} ${path}: ${response.status} ${text}`);
    process.exitCode = 1;
  }
}

async function join(name: string, number: number): Promise<Client> {
  const address = `192.0.2.${number}`;
  const account = await signUp(backend, `${name}${number}`, { 'x-forwarded-for': address });
  return { ...account, address };
}

/** Posts drops of an account, without their audio. @returns their ids */
async function post(account: string, count: number): Promise<string[]> {
  await sql`
    insert into storage.objects (bucket_id, name, metadata)
    select 'voice-drops', ${account} || '/' || n || '-voice-drop.mp3',
      '{"mimetype": "audio/mpeg", "size": 1000}'
    from generate_series(1, ${count}::int) as n`;
  const drops = await sql<{ id: string }[]>`
    insert into voice_drops (user_id, title, audio_url, duration, hashtags)
    select ${account}, 'Drop ' || n,
      '/storage/v1/object/voice-drops/' || ${account} || '/' || n || '-voice-drop.mp3', 5, array['a', 'b']
    from generate_series(1, ${count}::int) as n
    returning id`;
  return drops.map(({ id }) => id);
}

interface Target {
  readonly id: string;
  readonly author: string;
}

async function attack(attacker: Client, targets: readonly Target[], own: readonly string[]) {
  const call = (method: string, path: string, body?: object) =>
    send(backend, attacker, method, path, body);
  const user_id = attacker.id;
  const kinds = [
    {
      path: 'voice_drop_likes',
      mine: `user_id=eq.${user_id}`,
      arrays: ARRAYS.likes,
      rows: targets.map(({ id }) => ({ voice_drop_id: id, user_id })),
    },
    {
      path: 'voice_drop_comments',
      mine: `user_id=eq.${user_id}`,
      arrays: ARRAYS.comments,
      rows: targets.map(({ id }) => ({ voice_drop_id: id, user_id, content: 'First' })),
    },
    {
      path: 'follows',
      mine: `follower_id=eq.${user_id}`,
      arrays: ARRAYS.follows,
      rows: targets.map(({ author }) => ({ follower_id: user_id, following_id: author })),
    },
  ];
  const patches = [
    `user_id=eq.${user_id}`,
    `id=in.(${own.toReversed().join(',')})`,
    `user_id=eq.${user_id}&order=title.desc`,
  ].map(async (filter) => {
    for (const privacy_level of ['private', 'public']) {
      await call('PATCH', `voice_drops?${filter}`, { privacy_level });
    }
  });
  const arrays = kinds.map(async ({ path, mine, arrays: count, rows }) => {
    for (let turn = 0; turn < count; turn += 1) {
      await call('POST', path, rows);
      await call('DELETE', `${path}?${mine}`);
    }
  });
  await Promise.all([...patches, ...arrays]);
}

/** Likes the drops one by one until the attack is over. @returns the time of each like, ms */
async function like(fan: Client, targets: readonly Target[], isOver = () => false) {
  const times: number[] = [];
  for (let turn = 0; turn < LIKES && !isOver(); turn += 1) {
    const voice_drop_id = targets[turn % targets.length]?.id;
    const started = performance.now();
    await send(backend, fan, 'POST', 'voice_drop_likes', { voice_drop_id, user_id: fan.id });
    times.push(performance.now() - started);
    await send(backend, fan, 'DELETE', `voice_drop_likes?voice_drop_id=eq.${voice_drop_id}`);
    await delay(PAUSE);
  }
  return times;
}

try {
  const attackers: Client[] = [];
  for (let n = 0; n < ATTACKERS; n += 1) attackers.push(await join('attacker', n));
  const fans: Client[] = [];
  for (let n = 0; n < FANS; n += 1) fans.push(await join('fan', ATTACKERS + n));
  const targets: Target[] = [];
  for (let n = 0; n < TARGETS; n += 1) {
    const { id: author } = await join('author', ATTACKERS + FANS + n);
    targets.push(...(await post(author, 1)).map((id) => ({ id, author })));
  }
  const own = new Map<string, string[]>();
  for (const { id } of attackers) own.set(id, await post(id, OWN_DROPS));

  const alone: number[] = [];
  const contended: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const times of [alone, contended]) {
      // No account acts so often in a minute, which has a limit.
      await sql`delete from private.recent_acts`;
      if (times === alone) {
        times.push(...(await Promise.all(fans.map((fan) => like(fan, targets)))).flat());
        continue;
      }
      let isOver = false;
      const likes = fans.map((fan) => like(fan, targets, () => isOver));
      await Promise.all(
        attackers.map((attacker, index) =>
          attack(
            attacker,
            index % 2 === 0 ? targets : targets.toReversed(),
            own.get(attacker.id) ?? [],
          ),
        ),
      );
      isOver = true;
      times.push(...(await Promise.all(likes)).flat());
    }
  }
  const ratio = median(contended) / median(alone);
  if (ratio > MAX_RATIO) process.exitCode = 1;
  const figures = (times: readonly number[]) => ({
    likes: times.length,
    'p50, ms': median(times),
    'p95, ms': percentile(times, 0.95),
  });
  report(
    `a like by others, alone and beside ${ATTACKERS} accounts that change the same ${TARGETS} drops; ` +
      `the ratio of the medians is ${ratio.toPrecision(3)}, at most ${MAX_RATIO}`,
    { alone: figures(alone), contended: figures(contended) },
  );
  console.log('responses by status:', Object.fromEntries(statuses));
} finally {
  await sql.end();
  await backend.stop();
}
